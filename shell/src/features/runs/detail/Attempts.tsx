import type { StepDetail } from "@/api";
import { useI18n } from "@/i18n";
import { Ticking, wordsOf } from "@/runs";
import { Rows } from "@/stage";
import { StatusDot } from "@/ui";

/** Each try of a step: when, how long, and what went wrong. */
export function Attempts({ attempts }: { readonly attempts: StepDetail["attempts"] }) {
  const { t, format } = useI18n();
  return (
    <Rows label={t("steps.attempts")}>
      {attempts.map((attempt) => (
        <div key={attempt.number} className="flex items-start gap-3 px-3 py-2 text-sm">
          <StatusDot status={attempt.error ? "bad" : attempt.finished_at === null ? "run" : "ok"} className="mt-[5px]" />
          <span className="min-w-0 flex-1">
            <span className="text-fg">{t("steps.attempt", { number: attempt.number })}</span>
            {attempt.error && <span className="block text-xs break-words text-muted">{wordsOf(attempt.error, t)}</span>}
          </span>
          <span className="flex shrink-0 gap-3 text-xs text-muted tabular-nums">
            <Ticking from={attempt.started_at} to={attempt.finished_at} />
            <time dateTime={attempt.started_at}>{format.seconds(attempt.started_at)}</time>
          </span>
        </div>
      ))}
    </Rows>
  );
}
