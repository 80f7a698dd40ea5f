/** What a command printed, line by line, the last of it. Pure. */

import type { FactOf } from "@/api";
import type { PrintedLine } from "@/ui";

/** More than this nobody reads here: the first lines go. */
export const MOST_LINES = 2_000;

export interface Printed {
  readonly lines: readonly PrintedLine[];
  /** How many lines were let go before these. */
  readonly dropped: number;
  /** Whether the last line has not ended yet. */
  readonly open: boolean;
}

export const NOTHING_PRINTED: Printed = { lines: [], dropped: 0, open: false };

/** What stands there after one more piece. A stream goes on in its own line, unless the other one spoke in between. */
export function printedAfter(before: Printed, { stream, text }: Pick<FactOf<"call.printed">, "stream" | "text">): Printed {
  if (text === "") return before;
  const ended = text.endsWith("\n");
  const fresh = (ended ? text.slice(0, -1) : text).split("\n").map((line): PrintedLine => ({ stream, text: line }));
  const last = before.lines.at(-1);
  const goesOn = before.open && last?.stream === stream;
  const [first, ...others] = fresh;
  const joined: readonly PrintedLine[] =
    goesOn && first !== undefined
      ? [...before.lines.slice(0, -1), { stream, text: last.text + first.text }, ...others]
      : [...before.lines, ...fresh];
  const over = Math.max(0, joined.length - MOST_LINES);
  return { lines: over === 0 ? joined : joined.slice(over), dropped: before.dropped + over, open: !ended };
}
