import { BookOpenCheck, Download, Hammer, Pencil, Play, ShieldOff } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { exportTool, exportToolAsSkill, type ForgedTool, useRevokeTool, useTool } from "@/api";
import { useI18n, useT } from "@/i18n";
import { Page, savePackage, Section, tellTrouble, Trouble, useUndoToast } from "@/stage";
import { Badge, Button, CodeBlock, EmptyState, ForeignText, Skeleton } from "@/ui";
import { BackToTools } from "./BackToTools";
import { STATUS_TONES } from "./drafts";
import { EditTool } from "./EditTool";
import { Reach } from "./Reach";
import { TestResults } from "./TestResults";
import { VersionsPart } from "./VersionsPart";

/** One tool: what it may reach, its source, its tests and its versions. */
export function ToolPage({ name }: { readonly name: string }) {
  const t = useT();
  const { data: tool, error, refetch } = useTool(name);
  const [editing, setEditing] = useState(false);
  if (tool !== undefined) return editing ? <EditTool tool={tool} onDone={() => setEditing(false)} /> : <Shown tool={tool} onEdit={() => setEditing(true)} />;
  const isMissing = error !== null && "status" in error && error.status === 404;
  return (
    <Page title={t("tools.title")} above={<BackToTools />}>
      {isMissing ? <EmptyState icon={Hammer} title={t("tools.missing")} /> : error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-40 rounded-lg" />}
    </Page>
  );
}

function Shown({ tool, onEdit }: { readonly tool: ForgedTool; readonly onEdit: () => void }) {
  const { t, locale } = useI18n();
  const language = locale === "pt-BR" ? "pt" : "en";
  const { limits } = tool;
  return (
    <Page wide title={tool.title[language]} about={<ForeignText>{tool.description[language]}</ForeignText>} above={<BackToTools />} aside={<Actions tool={tool} onEdit={onEdit} />}>
      <div className="flex flex-col gap-8">
        <div className="flex flex-wrap items-center gap-1.5 text-sm">
          <Badge tone={STATUS_TONES[tool.status]}>{t(`tools.status.${tool.status}`)}</Badge>
          <Badge>{t("tools.version", { version: tool.version })}</Badge>
          <Badge>{t(`tools.origin.${tool.origin}`)}</Badge>
          <code className="font-mono text-xs text-muted">tool.{tool.name}</code>
        </div>
        <ul className="flex flex-col gap-1 text-sm text-muted">
          <li>
            <Reach tool={tool} />
          </li>
          <li>{t(`tools.runtime.${tool.runtime}`)}</li>
          <li>{t("tools.limits", { seconds: limits.seconds, memory: limits.memory_mb, output: limits.output_kb })}</li>
        </ul>
        <TestResults results={tool.results} />
        <Section title={t("tools.source")}>
          <CodeBlock code={tool.source} language="python" numbers />
        </Section>
        <VersionsPart tool={tool} />
      </div>
    </Page>
  );
}

function Actions({ tool, onEdit }: { readonly tool: ForgedTool; readonly onEdit: () => void }) {
  const t = useT();
  const [, go] = useLocation();
  const told = useUndoToast();
  const { mutateAsync: revoke, isPending } = useRevokeTool();
  const end = () =>
    void revoke(tool.name).then(
      ({ change }) => {
        if (change != null) told(t("tools.revoked", { name: `tool.${tool.name}` }), change);
      },
      (error: Error) => tellTrouble(error, t),
    );
  const take = () =>
    void exportTool(tool.name).then(
      ({ filename, content }) => {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([content], { type: "application/json" }));
        link.download = filename;
        link.click();
        URL.revokeObjectURL(link.href);
      },
      (error: Error) => tellTrouble(error, t),
    );
  return (
    <div className="flex flex-wrap gap-2">
      {tool.status === "active" && (
        <Button tone="primary" icon={Play} onClick={() => go(`/capabilities/tool.${tool.name}`)}>
          {t("tools.try")}
        </Button>
      )}
      <Button icon={Pencil} onClick={onEdit}>
        {t("tools.edit")}
      </Button>
      <Button icon={Download} onClick={take}>
        {t("tools.export")}
      </Button>
      <Button icon={BookOpenCheck} onClick={() => void exportToolAsSkill(tool.name).then(savePackage, (error: Error) => tellTrouble(error, t))}>
        {t("tools.export.skill")}
      </Button>
      {tool.status !== "revoked" && (
        <Button icon={ShieldOff} disabled={isPending} onClick={end}>
          {t("tools.revoke")}
        </Button>
      )}
    </div>
  );
}
