import { useState } from "react";

import type { Trial } from "@/api";
import { useI18n } from "@/i18n";
import { Card, useMedia } from "@/ui";
import { ResultCards } from "./ResultCards";
import { isLive, rowsOf, subjectWords } from "./results";
import { ResultQuestion } from "./ResultQuestion";
import { useAgentName } from "./useAgentName";

interface ResultTableProps {
  readonly trial: Trial;
  /** Questions that got worse: they stand first. */
  readonly regressed: ReadonlySet<string>;
}

/** Questions by subjects: how each did, and behind each question the answers themselves; on a phone, one card a question. */
export function ResultTable({ trial, regressed }: ResultTableProps) {
  const { t, format } = useI18n();
  const called = useAgentName();
  const narrow = useMedia("(max-width: 640px)");
  const [open, setOpen] = useState<string | null>(null);
  const over = !isLive(trial);
  const names = trial.results.map((subject) => subjectWords(subject, trial.results, t, called));
  const toggle = (question: string) => setOpen(open === question ? null : question);
  if (narrow) return <ResultCards rows={rowsOf(trial, regressed)} names={names} over={over} open={open} onToggle={toggle} />;
  return (
    <Card className="overflow-x-auto" tabIndex={0} role="region" aria-label={t("evaluations.table")}>
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            <th scope="col" className="px-4 py-2 font-medium">
              {t("evaluations.question")}
            </th>
            {trial.results.map((subject, place) => (
              <th key={subject.subject} scope="col" className="px-3 py-2 font-medium">
                <span className="text-fg">{names[place]}</span>
                <span className="block font-normal tabular-nums">
                  {subject.pass_rate === null ? t("evaluations.rate.none") : t("evaluations.rate", { share: format.number(Math.round(subject.pass_rate * 100)) })}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rowsOf(trial, regressed).map((row) => (
            <ResultQuestion
              key={row.question.id}
              row={row}
              names={names}
              over={over}
              open={open === row.question.id}
              onToggle={() => toggle(row.question.id)}
            />
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line text-xs text-muted tabular-nums">
            <th scope="row" className="px-4 py-2 font-normal">
              {t("evaluations.table.took")}
            </th>
            {trial.results.map(({ subject, tokens, cost, seconds }) => (
              <td key={subject} className="px-3 py-2">
                {[format.duration(seconds * 1_000), t("evaluations.tokens", { count: tokens }), format.money(cost)].join(" · ")}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </Card>
  );
}
