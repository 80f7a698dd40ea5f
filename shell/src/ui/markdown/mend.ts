/** The end of a text that is still being written, so that it reads the same now and when it is whole. Pure. */

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** A line that has only begun: what it will be is not known yet, and guessing would flicker. */
const BEGUN = /^\s*(?:[-*+]|\d{1,9}[.)]|#{1,6}|[-=_*]{2,}|>+|`{1,2}|~{1,2}|\|)\s*$/;
const HALF_LINK = /!?\[([^\][]*)\]\([^()\s]*$/;
const HALF_LABEL = /!?\[([^\][]*)$/;
const MARKS = ["**", "~~", "*"] as const;

/** Close what is open, leave out what has only begun. */
export function mend(source: string): string {
  const lines = source.split("\n");
  if (isInFence(lines)) return source;
  const last = lines.at(-1) ?? "";
  if (BEGUN.test(last)) return lines.slice(0, -1).join("\n");
  const start = lines.findLastIndex((line) => line.trim() === "") + 1;
  const tail = lines.slice(start).join("\n");
  const whole = source.slice(0, source.length - tail.length);
  return whole + close(tail.replace(HALF_LINK, "$1").replace(HALF_LABEL, "$1"));
}

function isInFence(lines: readonly string[]): boolean {
  let fence: string | null = null;
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1];
    if (mark === undefined) continue;
    if (fence === null) fence = mark;
    else if (mark[0] === fence[0] && mark.length >= fence.length) fence = null;
  }
  return fence !== null;
}

/** Add the ends of emphasis and code that were opened and not closed, the innermost first. */
function close(tail: string): string {
  const open: string[] = [];
  let place = 0;
  while (place < tail.length) {
    const code = /^`+/.exec(tail.slice(place))?.[0];
    if (code !== undefined) {
      const end = tail.indexOf(code, place + code.length);
      if (end === -1) return tail + (tail.endsWith(code) ? "" : code) + open.toReversed().join("");
      place = end + code.length;
      continue;
    }
    if (tail[place] === "\\") {
      place += 2;
      continue;
    }
    const mark = MARKS.find((each) => tail.startsWith(each, place));
    if (mark !== undefined) toggle(open, mark, tail, place);
    place += mark?.length ?? 1;
  }
  if (open.includes("~~") && /[^~]~$/.test(tail)) return ended(tail.slice(0, -1), open);
  const bare = open.at(-1);
  if (bare !== undefined && tail.endsWith(bare)) {
    open.pop();
    return ended(tail.slice(0, -bare.length), open);
  }
  return ended(tail, open);
}

/** A mark that follows a space closes nothing. */
function ended(tail: string, open: readonly string[]): string {
  return open.length === 0 ? tail : tail.trimEnd() + open.toReversed().join("");
}

function toggle(open: string[], mark: string, tail: string, place: number): void {
  const known = open.lastIndexOf(mark);
  const next = tail[place + mark.length];
  if (known !== -1) open.splice(known);
  // A star before a space is a bullet or a product, not the beginning of anything.
  else if (next === undefined || !/\s/.test(next)) open.push(mark);
}
