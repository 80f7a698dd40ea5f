import { AnswerCard } from "./AnswerCard";
import type { ResultRow } from "./results";

interface AnswersProps {
  readonly row: ResultRow;
  /** What the subjects are called, in their order. */
  readonly names: readonly string[];
  readonly over: boolean;
}

/** The answers to one question, side by side; below each other where there is no room. */
export function Answers({ row, names, over }: AnswersProps) {
  return (
    <div className="grid gap-3 md:grid-cols-[repeat(auto-fit,minmax(260px,1fr))]">
      {row.cells.flatMap(({ answers }, place) => {
        const who = names[place] ?? "";
        if (answers.length === 0) return [<AnswerCard key={place} who={who} cell={undefined} over={over} />];
        return answers.map((cell) => <AnswerCard key={`${place}/${cell.repeat}`} who={who} cell={cell} over={over} />);
      })}
    </div>
  );
}
