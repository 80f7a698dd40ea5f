import { type MetricsRange, useMetrics, usePersonas } from "@/api";
import { nameOf, useI18n } from "@/i18n";
import { Skeleton } from "@/ui";
import { agentsBySuccess, type Group, modelsByUse, slowest, tokensOf } from "./figures";
import { Ranking, type Ranked } from "./Ranking";

/** Models by use, agents by success, the slowest tools. */
export function Rankings({ range }: { readonly range: MetricsRange }) {
  const { t, format } = useI18n();
  const { data: models } = useMetrics(range, "model");
  const { data: agents } = useMetrics(range, "agent");
  const { data: tools } = useMetrics(range, "capability");
  const { data: personas = [] } = usePersonas();
  if (models === undefined || agents === undefined || tools === undefined) return <Skeleton className="h-48 rounded-lg" />;
  const used = modelsByUse(models.groups);
  const most = Math.max(1, ...used.map(tokensOf));
  const slow = slowest(tools.groups);
  const longest = Math.max(1, ...slow.map((group) => group.p95_ms ?? 0));
  const named = (group: Group, rest: Omit<Ranked, "key" | "name">): Ranked => ({ key: group.key, name: group.label || group.key, ...rest });
  const called = (id: string) => {
    const persona = personas.find((each) => each.id === id);
    return persona && nameOf(persona, t);
  };
  return (
    <div className="grid gap-5 lg:grid-cols-3">
      <Ranking
        title={t("insights.models")}
        items={used.map((group) =>
          named(group, {
            value: format.compact(tokensOf(group)),
            about: [t("insights.models.calls", { count: group.model_calls }), format.money(group.cost)].join(" · "),
            share: tokensOf(group) / most,
          }),
        )}
      />
      <Ranking
        title={t("insights.agents")}
        items={agentsBySuccess(agents.groups).map((group) =>
          named({ ...group, label: called(group.key) ?? group.label }, {
            value: t("insights.percent", { share: format.number(Math.round((group.success_rate ?? 0) * 100)) }),
            about: t("insights.agents.runs", { count: group.runs }),
            share: group.success_rate ?? 0,
          }),
        )}
      />
      <Ranking
        title={t("insights.capabilities")}
        items={slow.map((group) =>
          named(group, {
            value: format.duration(group.p95_ms ?? 0),
            about: [t("insights.capabilities.calls", { count: group.calls }), format.duration(group.mean_ms ?? 0)].join(" · "),
            share: (group.p95_ms ?? 0) / longest,
          }),
        )}
      />
    </div>
  );
}
