/** The pieces of a unified diff, and their lines side by side. Pure. */

import { isText, parseDiff, type TextLine } from "./diff";

/** A piece that can be taken or left by itself; `index` is its place among all of them. */
export interface DiffHunk {
  readonly index: number;
  readonly header: string;
  /** Where it begins, in the file as it would be. */
  readonly from: number;
  readonly lines: readonly TextLine[];
}

/** One row of a comparison: the line before, the line after; null where there is none. */
export interface DiffSide {
  readonly before: { readonly number: number; readonly text: string } | null;
  readonly after: { readonly number: number; readonly text: string } | null;
  readonly same: boolean;
}

const HEADER = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The pieces of a diff, in order. */
export function hunksOf(diff: string): readonly DiffHunk[] {
  const hunks: { header: string; from: number; left: [number, number]; raw: string[] }[] = [];
  for (const line of diff.split("\n")) {
    const open = hunks.at(-1);
    const header = HEADER.exec(line);
    // A line of the file may itself look like a header: while a piece is not complete it belongs to it.
    if (open !== undefined && open.left[0] + open.left[1] > 0) {
      if (!line.startsWith("\\")) {
        if (!line.startsWith("+")) open.left[0]--;
        if (!line.startsWith("-")) open.left[1]--;
      }
      open.raw.push(line);
    } else if (header) {
      hunks.push({ header: line, from: Number(header[2]), left: [Number(header[1] ?? 1), Number(header[3] ?? 1)], raw: [] });
    }
  }
  return hunks.map(({ header, from, raw }, index) => ({
    index,
    header,
    from,
    lines: parseDiff([header, ...raw].join("\n")).filter(isText),
  }));
}

/** The lines of a piece, what goes beside what comes in its place. */
export function sidesOf(hunk: Pick<DiffHunk, "lines">): readonly DiffSide[] {
  const rows: DiffSide[] = [];
  let gone: { number: number; text: string }[] = [];
  let come: { number: number; text: string }[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(gone.length, come.length); at++) {
      rows.push({ before: gone[at] ?? null, after: come[at] ?? null, same: false });
    }
    [gone, come] = [[], []];
  };
  for (const line of hunk.lines) {
    if (line.kind === "removed") gone.push({ number: line.before, text: line.text });
    else if (line.kind === "added") come.push({ number: line.after, text: line.text });
    else {
      flush();
      rows.push({ before: { number: line.before, text: line.text }, after: { number: line.after, text: line.text }, same: true });
    }
  }
  flush();
  return rows;
}
