import { ChevronRight } from "lucide-react";

import { useT } from "@/i18n";
import { Badge, Card, classes } from "@/ui";
import { Answers } from "./Answers";
import type { ResultRow } from "./results";
import { Verdict } from "./Verdict";

interface ResultCardsProps {
  readonly rows: readonly ResultRow[];
  /** What the subjects are called, in their order. */
  readonly names: readonly string[];
  readonly over: boolean;
  /** The question whose answers are shown. */
  readonly open: string | null;
  readonly onToggle: (question: string) => void;
}

/** The table of results where there is no room for one: a card a question, with a line for each subject. */
export function ResultCards({ rows, names, over, open, onToggle }: ResultCardsProps) {
  const t = useT();
  return (
    <ul aria-label={t("evaluations.table")} className="flex flex-col gap-3">
      {rows.map((row) => {
        const shown = open === row.question.id;
        return (
          <li key={row.question.id}>
            <Card className="flex flex-col gap-2 p-4 text-sm">
              <button type="button" aria-expanded={shown} onClick={() => onToggle(row.question.id)} className="-ml-1 flex items-start gap-1 rounded-sm text-left font-medium text-fg">
                <ChevronRight aria-hidden className={classes("mt-0.5 size-3.5 shrink-0 text-muted", shown && "rotate-90")} />
                <span className="min-w-0 break-words">{row.question.words}</span>
              </button>
              {row.regressed && <Badge tone="bad" className="self-start">{t("evaluations.worse")}</Badge>}
              {row.cells.map(({ mark }, place) => (
                <p key={place} className="flex items-center justify-between gap-3">
                  <span className="min-w-0 truncate text-muted">{names[place]}</span>
                  <Verdict mark={mark === "waiting" && over ? "not_checked" : mark} />
                </p>
              ))}
            </Card>
            {shown && (
              <div className="mt-2 pl-3">
                <Answers row={row} names={names} over={over} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
