import type { TrialSummary } from "@/api";
import { useI18n } from "@/i18n";
import { Section } from "@/stage";
import { Card, classes, RelativeTime } from "@/ui";
import { LineChart } from "@/ui/chart";
import { isLive, passRate, subjectWords } from "./results";
import { useAgentName } from "./useAgentName";

interface TrialHistoryProps {
  /** The latest first. */
  readonly trials: readonly TrialSummary[];
  readonly chosen: string | undefined;
  readonly onChoose: (trial: string) => void;
}

/** All trials with the same questions: how the share that passed went, and each to be looked at again. */
export function TrialHistory({ trials, chosen, onChoose }: TrialHistoryProps) {
  const { t, format } = useI18n();
  const called = useAgentName();
  const percent = (share: number) => t("evaluations.rate", { share: format.number(Math.round(share)) });
  const points = [...trials].reverse().flatMap((trial) => {
    const rate = passRate(trial.results);
    if (rate === null || isLive(trial)) return [];
    return [{ key: trial.id, label: format.time(trial.started_at), value: rate * 100, words: [format.moment(trial.started_at), percent(rate * 100)] as const }];
  });
  return (
    <Section title={t("evaluations.history")} about={t("evaluations.history.about")}>
      <Card className="overflow-hidden">
        {points.length > 1 && (
          <div className="border-b border-line p-4">
            <LineChart label={t("evaluations.history.read")} points={points} axis={(value) => t("evaluations.rate.axis", { share: format.number(value) })} height={120} className="text-accent" />
          </div>
        )}
        <ul aria-label={t("evaluations.history")} className="max-h-80 divide-y divide-line overflow-y-auto">
          {trials.map((trial) => {
            const rate = passRate(trial.results);
            return (
              <li key={trial.id}>
                <button
                  type="button"
                  aria-pressed={trial.id === chosen}
                  onClick={() => onChoose(trial.id)}
                  className={classes("flex min-h-10 w-full items-center gap-3 px-4 py-2 text-left text-sm hover:bg-hover", trial.id === chosen && "bg-hover")}
                >
                  <span className="min-w-0 flex-1 truncate text-fg">{trial.results.map((subject) => subjectWords(subject, trial.results, t, called)).join(", ")}</span>
                  <span className="shrink-0 text-xs text-muted">
                    <RelativeTime iso={trial.started_at} />
                  </span>
                  <span className="w-24 shrink-0 text-right text-xs text-fg tabular-nums">
                    {isLive(trial) ? t("evaluations.live") : rate === null ? t("evaluations.rate.none") : percent(rate * 100)}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </Card>
    </Section>
  );
}
