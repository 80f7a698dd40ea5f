import { useState } from "react";

import type { McpTool } from "@/api";
import { useT } from "@/i18n";
import { Badge, Button, Card, Diff, ForeignText, type Tone } from "@/ui";
import { TryTool } from "./TryTool";

const TONES: Readonly<Record<McpTool["state"], Tone>> = { pinned: "ok", new: "warn", changed: "bad", gone: "neutral" };

interface ToolCardProps {
  readonly server: string;
  readonly tool: McpTool;
  readonly kind?: "tool" | "prompt";
  readonly accepting: boolean;
  readonly onAccept: () => void;
}

/** One tool: what its server says of it, what is different, and whether it may be used. */
export function ToolCard({ server, tool, kind = "tool", accepting, onAccept }: ToolCardProps) {
  const t = useT();
  const [trying, setTrying] = useState(false);
  const isUnseen = tool.state === "new" || tool.state === "changed";
  return (
    <Card role="group" aria-label={tool.name} className="flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-mono text-sm font-semibold">{tool.name}</h3>
        <Badge tone={TONES[tool.state]}>{t(`mcp.state.${tool.state}`)}</Badge>
        <span className="ml-auto flex gap-2">
          {isUnseen && (
            <Button busy={accepting} onClick={onAccept}>
              {t(tool.state === "changed" ? "mcp.accept.changed" : "mcp.accept")}
            </Button>
          )}
          {tool.state === "pinned" && (
            <Button aria-expanded={trying} onClick={() => setTrying(!trying)}>
              {t(kind === "prompt" ? "mcp.fill" : "mcp.try")}
            </Button>
          )}
        </span>
      </div>
      {tool.description && (
        <p className="text-sm text-muted">
          <ForeignText>{tool.description}</ForeignText>
        </p>
      )}
      <p className="font-mono text-xs text-muted">
        {t("mcp.parameters")}: {Object.keys((tool.parameters?.properties ?? {}) as Record<string, unknown>).join(", ") || "–"}
      </p>
      {tool.state === "changed" && (
        <>
          <p className="text-sm text-bad-text">{t("mcp.changed.about")}</p>
          <Diff path={tool.name} diff={tool.difference ?? ""} />
        </>
      )}
      {trying && <TryTool tool={`${server}.${tool.name}`} kind={kind} />}
    </Card>
  );
}
