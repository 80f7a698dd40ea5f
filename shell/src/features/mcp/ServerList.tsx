import { Plug, Plus } from "lucide-react";
import { useLocation } from "wouter";

import { useMcpServers } from "@/api";
import { useT } from "@/i18n";
import { Loaded, Page, RowsSkeleton } from "@/stage";
import { Badge, Button, EmptyState, ForeignText, LinkCard } from "@/ui";
import { StatusBadge } from "./StatusBadge";

/** All servers, one card each, with what it starts or reaches. */
export function ServerList() {
  const t = useT();
  const [, go] = useLocation();
  const query = useMcpServers();
  const add = (
    <Button tone="primary" icon={Plus} onClick={() => go("/mcp-servers/new")}>
      {t("mcp.new")}
    </Button>
  );
  return (
    <Page title={t("mcp.title")} about={t("mcp.about")} aside={query.data?.length ? add : undefined}>
      <Loaded query={query} waiting={<RowsSkeleton />}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState icon={Plug} title={t("mcp.none")} action={add}>
              {t("mcp.none.about")}
            </EmptyState>
          ) : (
            <ul aria-label={t("mcp.list")} className="flex flex-col gap-3">
              {data.map((server) => (
                <li key={server.id}>
                  <LinkCard href={`/mcp-servers/${server.id}`} title={server.id}>
                    <p className="truncate font-mono text-xs text-muted">
                      <ForeignText place="code" still>
                        {server.url ?? (server.command ?? []).join(" ")}
                      </ForeignText>
                    </p>
                    <div className="flex flex-wrap gap-1.5">
                      <StatusBadge status={server.status} />
                      {server.pinned > 0 && <Badge>{t("mcp.pinned", { count: server.pinned })}</Badge>}
                    </div>
                  </LinkCard>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}
