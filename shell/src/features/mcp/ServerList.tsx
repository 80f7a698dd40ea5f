import { Plug, Plus } from "lucide-react";
import { Link, useLocation } from "wouter";

import { useMcpServers } from "@/api";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { Badge, Button, Card, EmptyState, ForeignText } from "@/ui";
import { StatusBadge } from "./StatusBadge";

/** All servers, one card each, with what it starts or reaches. */
export function ServerList() {
  const t = useT();
  const [, go] = useLocation();
  const { data, error, refetch } = useMcpServers();
  const add = (
    <Button tone="primary" icon={Plus} onClick={() => go("/mcp-servers/new")}>
      {t("mcp.new")}
    </Button>
  );
  return (
    <Page title={t("mcp.title")} about={t("mcp.about")} aside={data?.length ? add : undefined}>
      {data === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton />
        )
      ) : data.length === 0 ? (
        <EmptyState icon={Plug} title={t("mcp.none")} action={add}>
          {t("mcp.none.about")}
        </EmptyState>
      ) : (
        <ul aria-label={t("mcp.list")} className="flex flex-col gap-3">
          {data.map((server) => (
            <li key={server.id}>
              <Card className="relative flex flex-col gap-2 p-4 transition-colors duration-100 focus-within:border-line-strong hover:border-line-strong">
                <h2 className="text-md leading-5 font-semibold">
                  <Link href={`/mcp-servers/${server.id}`} className="block truncate after:absolute after:inset-0 after:rounded-lg">
                    {server.id}
                  </Link>
                </h2>
                <p className="truncate font-mono text-xs text-muted">
                  <ForeignText place="code" still>
                    {server.url ?? (server.command ?? []).join(" ")}
                  </ForeignText>
                </p>
                <div className="flex flex-wrap gap-1.5">
                  <StatusBadge status={server.status} />
                  {server.pinned > 0 && <Badge>{t("mcp.pinned", { count: server.pinned })}</Badge>}
                </div>
              </Card>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
