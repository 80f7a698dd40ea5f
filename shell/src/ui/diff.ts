/** Unified diffs, taken apart. Pure. */

import { isBlank, isLongRun } from "./foreign";

/** A line of the file. */
export type TextLine =
  | { readonly kind: "same"; readonly before: number; readonly after: number; readonly text: string }
  | { readonly kind: "added"; readonly after: number; readonly text: string }
  | { readonly kind: "removed"; readonly before: number; readonly text: string };

/** A line of the file, or what is told between them: a gap, a note, that something is not shown, blank lines put together. */
export type DiffLine =
  | TextLine
  | { readonly kind: "gap"; readonly from: number }
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "cut"; readonly count: number }
  | { readonly kind: "gone" }
  | { readonly kind: "noend" }
  | { readonly kind: "blank"; readonly lines: readonly TextLine[] };

/** Whether it is a line of the file. */
export const isText = (line: DiffLine): line is TextLine => line.kind === "same" || line.kind === "added" || line.kind === "removed";

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

const CUT = /^… (\d+) (?:more )?characters \(/;

/**
 * The lines of a unified diff with their numbers on both sides. The names of the file are left out; all else that stands
 * before the lines, such as another name or that it becomes a program, is a note.
 */
export function parseDiff(diff: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let before = 0;
  let after = 0;
  let inside = false;
  const raw = diff.split("\n");
  if (raw.at(-1) === "") raw.pop();
  for (const line of raw) {
    const hunk = HUNK.exec(line);
    const cut = CUT.exec(line);
    if (cut) {
      lines.push({ kind: "cut", count: Number(cut[1]) });
    } else if (hunk) {
      before = Number(hunk[1]);
      after = Number(hunk[2]);
      // The first hunk of a file that starts at its top hides nothing.
      if (inside || Math.max(before, after) > 1) lines.push({ kind: "gap", from: after });
      inside = true;
    } else if (inside && line.startsWith("+")) {
      lines.push({ kind: "added", after: after++, text: line.slice(1) });
    } else if (inside && line.startsWith("-")) {
      lines.push({ kind: "removed", before: before++, text: line.slice(1) });
    } else if (inside && line.startsWith("\\")) {
      lines.push({ kind: "noend" });
    } else if (inside) {
      lines.push({ kind: "same", before: before++, after: after++, text: line.slice(1) });
    } else if (line === "+++ /dev/null") {
      lines.push({ kind: "gone" });
    } else if (!inside && line !== "" && !/^(?:---|\+\+\+) /.test(line)) {
      lines.push({ kind: "note", text: line });
    }
  }
  return lines;
}

/** The same, with long runs of blank lines put together. */
export function foldBlank(lines: readonly DiffLine[]): readonly DiffLine[] {
  const folded: DiffLine[] = [];
  let run: TextLine[] = [];
  const flush = () => {
    if (isLongRun(run.length)) folded.push({ kind: "blank", lines: run });
    else folded.push(...run);
    run = [];
  };
  for (const line of lines) {
    if (isText(line) && isBlank(line.text)) {
      run.push(line);
      continue;
    }
    flush();
    folded.push(line);
  }
  flush();
  return folded;
}

/** How many lines come and go. */
export function countDiff(lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } {
  let added = 0;
  let removed = 0;
  for (const line of lines) {
    if (line.kind === "added") added++;
    if (line.kind === "removed") removed++;
  }
  return { added, removed };
}
