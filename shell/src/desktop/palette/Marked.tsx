import type { Mark } from "./matching";

interface MarkedProps {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** A text with the letters somebody typed made bold. */
export function Marked({ text, marks }: MarkedProps) {
  if (marks.length === 0) return text;
  const pieces = marks.flatMap(([from, to], place) => [
    text.slice(marks[place - 1]?.[1] ?? 0, from),
    <mark key={from} className="bg-transparent font-semibold text-accent-text">
      {text.slice(from, to)}
    </mark>,
  ]);
  return [...pieces, text.slice(marks.at(-1)?.[1])];
}
