import { Pencil, Plug, ShieldCheck, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { isProblem, type McpServer, useMcpServer } from "@/api";
import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, Section, Trouble, useUndoToast } from "@/stage";
import { Button, EmptyState, ForeignText } from "@/ui";
import { BackToServers } from "./BackToServers";
import { canBeWritten } from "./draft";
import { EditServer } from "./EditServer";
import { ResourcesPart } from "./ResourcesPart";
import { ServerLog } from "./ServerLog";
import { SignInPart } from "./SignInPart";
import { StatusBadge } from "./StatusBadge";
import { ToolsPart } from "./ToolsPart";

/** One server: what it starts or reaches, its approval, its tools, and its log. */
export function ServerPage({ id }: { readonly id: string }) {
  const t = useT();
  const [, go] = useLocation();
  const told = useUndoToast();
  const { data: server, error, refetch } = useMcpServer(id);
  const [asking, ask] = useState<"approve" | "remove">();
  const [changing, change] = useState(false);
  if (server === undefined) {
    return (
      <Page title={id} above={<BackToServers />}>
        {error ? isProblem(error, "not_found") ? <EmptyState icon={Plug} title={t("mcp.missing")} /> : <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />}
      </Page>
    );
  }
  const isDraft = server.status === "draft";
  return (
    <Page
      title={id}
      above={<BackToServers />}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <StatusBadge status={server.status} />
          {isDraft && (
            <Button tone="primary" icon={ShieldCheck} onClick={() => ask("approve")}>
              {t("mcp.approve")}
            </Button>
          )}
          {canBeWritten(server) && (
            <Button icon={Pencil} onClick={() => change(true)}>
              {t("mcp.change")}
            </Button>
          )}
          <Button icon={Trash2} onClick={() => ask("remove")}>
            {t("mcp.remove")}
          </Button>
        </div>
      }
    >
      <Section title={t("mcp.reach")} about={isDraft ? t("mcp.draft.about") : undefined}>
        <p className="rounded-md border border-line bg-panel px-3 py-2 font-mono text-sm wrap-anywhere">
          <ForeignText place="code">{server.url ?? (server.command ?? []).join(" ")}</ForeignText>
        </p>
        <Reach server={server} />
        {server.problem && (
          <p className="mt-2 text-sm text-bad-text">
            <ForeignText>{server.problem}</ForeignText>
          </p>
        )}
      </Section>
      {changing && <EditServer server={server} onClose={() => change(false)} />}
      {!isDraft && server.sign_in && <SignInPart id={id} />}
      {!isDraft && <ToolsPart id={id} />}
      {!isDraft && <ResourcesPart id={id} />}
      {!isDraft && <ServerLog id={id} />}
      <HandDialog
        open={asking !== undefined}
        capability={asking === "remove" ? "mcp.remove_server" : "mcp.approve_server"}
        params={{ server: id }}
        title={t(asking === "remove" ? "mcp.remove.title" : "mcp.approve.title", { id })}
        onClose={(outcome) => {
          ask(undefined);
          if (outcome === undefined || asking !== "remove") return;
          go("/mcp-servers");
          if (outcome.change !== undefined) told(t("mcp.removed", { id }), outcome.change);
        }}
      />
    </Page>
  );
}

/** What a program gets beside its command, a line each; nothing for an address. */
function Reach({ server }: { readonly server: McpServer }) {
  const t = useT();
  const told = [
    ...(server.folders ?? []).map((folder) => t("mcp.reach.folder", { folder })),
    ...Object.values(server.secrets ?? {}).map((secret) => t("mcp.reach.secret", { secret })),
    ...(server.network ? [t("mcp.reach.network")] : []),
    ...(server.keeps ? [t("mcp.reach.keeps")] : []),
  ];
  if (server.url != null) return null;
  return (
    <ul className="mt-2 list-disc pl-5 text-sm text-muted">
      {(told.length > 0 ? told : [t("mcp.reach.nothing")]).map((line) => (
        <li key={line} className="wrap-anywhere">
          <ForeignText>{line}</ForeignText>
        </li>
      ))}
    </ul>
  );
}
