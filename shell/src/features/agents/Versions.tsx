import { RotateCcw } from "lucide-react";

import { type Agent, useAgentVersions, useRestoreAgent } from "@/api";
import { useT } from "@/i18n";
import { RowsSkeleton, Section, tellTrouble, Trouble } from "@/stage";
import { Badge, Button, Card, RelativeTime, toast } from "@/ui";

/** Every saved state of an agent, to go back to. */
export function Versions({ agent }: { readonly agent: Agent }) {
  const t = useT();
  const { data, error, refetch } = useAgentVersions(agent.id, agent.version);
  const restore = useRestoreAgent(agent.id);
  const back = (version: number) =>
    restore.mutate(version, {
      onSuccess: () => toast.success(t("agents.versions.restored", { version })),
      onError: (problem) => tellTrouble(problem, t),
    });
  return (
    <Section title={t("agents.versions")} about={t("agents.versions.about")}>
      {data === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton />
        )
      ) : data.length === 0 ? (
        <p className="text-sm text-muted">{t("agents.versions.none")}</p>
      ) : (
        <Card>
          <ul aria-label={t("agents.versions")} className="max-h-80 divide-y divide-line overflow-y-auto">
            {data.map((each) => (
              <li key={each.change} className="flex min-h-11 items-center gap-3 px-4 py-1.5 text-sm">
                <span className="font-medium text-fg">{t("agents.versions.item", { version: each.version })}</span>
                <span className="min-w-0 flex-1 truncate text-muted">
                  <RelativeTime iso={each.at} />
                  {each.by.type === "agent" && ` · ${t("agents.versions.by.agent", { name: each.by.id })}`}
                </span>
                {each.is_current ? (
                  <Badge>{t("agents.versions.current")}</Badge>
                ) : (
                  <Button
                    size="sm"
                    icon={RotateCcw}
                    disabled={restore.isPending}
                    aria-label={t("agents.versions.restore.label", { version: each.version })}
                    onClick={() => back(each.version)}
                  >
                    {t("agents.versions.restore")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}
