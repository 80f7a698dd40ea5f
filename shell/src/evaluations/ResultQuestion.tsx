import { ChevronRight } from "lucide-react";
import { useId } from "react";

import { useT } from "@/i18n";
import { Badge, classes } from "@/ui";
import { Answers } from "./Answers";
import { type ResultRow, whyOf } from "./results";
import { Verdict } from "./Verdict";

interface ResultQuestionProps {
  readonly row: ResultRow;
  /** What the subjects are called, in their order. */
  readonly names: readonly string[];
  readonly over: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** One question of a table of results; opened, the answers stand below it side by side. */
export function ResultQuestion({ row, names, over, open, onToggle }: ResultQuestionProps) {
  const t = useT();
  const id = useId();
  return (
    <>
      <tr className="align-top">
        <th scope="row" className="min-w-44 px-4 py-2.5 font-normal">
          <button type="button" aria-expanded={open} aria-controls={open ? id : undefined} onClick={onToggle} className="-ml-1 flex w-full items-start gap-1 rounded-sm text-left text-fg hover:underline">
            <ChevronRight aria-hidden className={classes("mt-0.5 size-3.5 shrink-0 text-muted transition-transform duration-100", open && "rotate-90")} />
            <span className="line-clamp-3 min-w-0 break-words">{row.question.words}</span>
          </button>
          {row.regressed && (
            <Badge tone="bad" className="mt-1 ml-3.5">
              {t("evaluations.worse")}
            </Badge>
          )}
        </th>
        {row.cells.map(({ mark, answers }, place) => {
          const why = mark === "failed" || mark === "error" ? whyOf(answers)[0] : undefined;
          return (
            <td key={place} className="min-w-32 px-3 py-2.5">
              <Verdict mark={mark === "waiting" && over ? "not_checked" : mark} />
              {why && <span className="mt-1 line-clamp-3 block max-w-64 text-xs break-words text-muted">{why}</span>}
            </td>
          );
        })}
      </tr>
      {open && (
        <tr id={id}>
          <td colSpan={row.cells.length + 1} className="bg-canvas p-3">
            <Answers row={row} names={names} over={over} />
          </td>
        </tr>
      )}
    </>
  );
}
