import type { TrialCell } from "@/api";
import { messageOf, useI18n } from "@/i18n";
import { Way } from "@/stage";
import { Card, Markdown, Skeleton } from "@/ui";
import { Calls } from "./Calls";
import { Checks } from "./Checks";
import { Verdict } from "./Verdict";

interface AnswerCardProps {
  /** Who answers: a version, the draft. */
  readonly who: string;
  /** None while it is on its way. */
  readonly cell: TrialCell | undefined;
  /** Whether nothing more will come. */
  readonly over: boolean;
}

/** One answer of one subject: its words, what it did and wanted to do, what it took, and the way to its trace. */
export function AnswerCard({ who, cell, over }: AnswerCardProps) {
  const { t } = useI18n();
  return (
    <Card role="group" aria-label={who} className="flex min-w-0 flex-col gap-3 p-4">
      <div className="flex items-center justify-between gap-2">
        <h3 className="min-w-0 truncate text-sm font-semibold text-fg">{who}</h3>
        {cell && (cell.checks ?? []).length > 0 && <Verdict mark={cell.status} />}
      </div>
      {cell === undefined ? (
        over ? (
          <p className="text-sm text-muted">{t("evaluations.answer.none")}</p>
        ) : (
          <div role="status" aria-label={t("evaluations.answer.coming", { who })} className="flex flex-col gap-2">
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        )
      ) : (
        <Answer cell={cell} />
      )}
    </Card>
  );
}

function Answer({ cell }: { readonly cell: TrialCell }) {
  const { t, format } = useI18n();
  const figures: readonly (readonly [string, string])[] = [
    [t("evaluations.took.time"), format.duration((cell.seconds ?? 0) * 1_000)],
    [t("evaluations.took.tokens"), format.number(cell.tokens ?? 0)],
    [t("evaluations.took.cost"), format.money(cell.cost ?? 0)],
  ];
  return (
    <>
      {cell.problem && <p className="rounded-md bg-bad-soft px-3 py-2 text-sm break-words text-fg">{messageOf(cell.problem, t)}</p>}
      {cell.answer && (
        <div className="text-sm break-words">
          <Markdown>{cell.answer}</Markdown>
        </div>
      )}
      <Checks checks={cell.checks ?? []} />
      <Calls calls={cell.calls ?? []} />
      <div className="mt-auto flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line pt-3 text-xs tabular-nums">
        <dl className="flex flex-1 flex-wrap gap-x-4 gap-y-1">
          {figures.map(([name, value]) => (
            <div key={name} className="flex gap-1.5">
              <dt className="text-muted">{name}</dt>
              <dd className="text-fg">{value}</dd>
            </div>
          ))}
        </dl>
        {cell.run && <Way href={`/traces/${cell.run}`}>{t("evaluations.trace")}</Way>}
      </div>
    </>
  );
}
