/** Unified diffs, taken apart. Pure. */

export type DiffLine =
  | { readonly kind: "gap"; readonly from: number }
  | { readonly kind: "same"; readonly before: number; readonly after: number; readonly text: string }
  | { readonly kind: "added"; readonly after: number; readonly text: string }
  | { readonly kind: "removed"; readonly before: number; readonly text: string };

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** The lines of a unified diff with their numbers on both sides; file headers are left out. */
export function parseDiff(diff: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let before = 0;
  let after = 0;
  let inside = false;
  const raw = diff.split("\n");
  if (raw.at(-1) === "") raw.pop();
  for (const line of raw) {
    const hunk = HUNK.exec(line);
    if (hunk) {
      before = Number(hunk[1]);
      after = Number(hunk[2]);
      // The first hunk of a file that starts at its top hides nothing.
      if (inside || Math.max(before, after) > 1) lines.push({ kind: "gap", from: after });
      inside = true;
    } else if (inside && line.startsWith("+")) {
      lines.push({ kind: "added", after: after++, text: line.slice(1) });
    } else if (inside && line.startsWith("-")) {
      lines.push({ kind: "removed", before: before++, text: line.slice(1) });
    } else if (inside && !line.startsWith("\\")) {
      lines.push({ kind: "same", before: before++, after: after++, text: line.slice(1) });
    }
  }
  return lines;
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
