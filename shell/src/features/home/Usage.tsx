import { useUsage } from "@/api";
import { useI18n } from "@/i18n";
import { Section } from "@/stage";
import { More } from "./More";

/** What the last days took, in four figures; before anything ran there is nothing to say. */
export function Usage() {
  const { t, format } = useI18n();
  const { data } = useUsage();
  if (data === undefined || data.runs === 0) return null;
  const ended = data.done + data.failed;
  const figures = [
    ["runs", format.number(data.runs)],
    ["success", ended === 0 ? "–" : t("home.usage.percent", { share: format.number(Math.round((100 * data.done) / ended)) })],
    ["tokens", format.compact(data.tokens)],
    ["cost", format.money(data.cost)],
  ] as const;
  return (
    <Section title={t("home.usage", { count: data.days })} aside={<More href="/insights" words={t("insights.title")} />}>
      <dl className="grid grid-cols-4 divide-x divide-line rounded-lg border border-line bg-raised shadow-raised max-sm:grid-cols-2 max-sm:divide-x-0">
        {figures.map(([name, figure]) => (
          <div key={name} className="flex flex-col-reverse gap-0.5 px-4 py-3">
            <dt className="text-xs text-muted">{t(`home.usage.${name}`)}</dt>
            <dd className="text-lg font-semibold tracking-[-0.01em] text-fg tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
