/** A few words of a passage, as they are shown where there is room for some lines. Pure. */

import { occurrences, type Span } from "./text";

const RULE = /^[\s|:+-]+$/;
const SENTENCE = /[^.!?…]+[.!?…]+["”»'’)]*\s*|[^.!?…]+$/g;
/** Shorter words stand everywhere. */
const SHORTEST = 4;
/** Letters a form of a word has in common with the others. */
const STEM = 5;

/**
 * A passage in running words: without the heading that stands beside it, rows of tables with a dot between cells.
 *
 * With words that were looked for it begins at the sentence that has most of them.
 */
export function excerptOf(text: string, section: string, words = ""): string {
  const heading = section.split(" › ").at(-1)?.trim() ?? "";
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "" && !RULE.test(line));
  if (lines.length > 1 && lines[0] === heading) lines.shift();
  const flowing = lines.map((line) => (line.startsWith("|") ? `${cellsOf(line)}.` : line)).join(" ");
  if (words === "") return flowing;
  const sentences = flowing.match(SENTENCE) ?? [flowing];
  const counts = sentences.map((sentence) => new Set(placesOf(sentence, words).map(({ start }) => stemAt(sentence, start))).size);
  const best = counts.indexOf(Math.max(...counts));
  return best <= 0 ? flowing : `… ${sentences.slice(best).join("").trim()}`;
}

/** The first lines of a page as they stand, rows of tables with a dot between cells. */
export function firstLinesOf(text: string): string {
  const lines = text.split("\n").filter((line) => !line.startsWith("|") || !RULE.test(line));
  return lines.map((line) => (line.startsWith("|") ? cellsOf(line) : line)).join("\n");
}

function cellsOf(row: string): string {
  return row.split("|").map((cell) => cell.trim()).filter(Boolean).join(" · ");
}

/** Where words that were looked for stand in a text, whatever their form. */
export function placesOf(text: string, words: string): readonly Span[] {
  const wanted = words.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= SHORTEST || /\d/.test(word));
  return wanted.flatMap((word) =>
    occurrences(text, word.slice(0, Math.max(SHORTEST, Math.min(word.length, STEM))), 50).flatMap(({ start }) => {
      if (/[\p{L}\p{N}]/u.test(text.slice(0, start).at(-1) ?? "")) return []; // inside another word
      const [whole = ""] = /^[\p{L}\p{N}]+/u.exec(text.slice(start)) ?? [];
      return whole === "" ? [] : [{ start, end: start + whole.length }];
    }),
  );
}

function stemAt(text: string, place: number): string {
  return text.slice(place, place + SHORTEST).toLowerCase();
}
