/** Names as they are pasted. Pure. */

/** One name a line: numbers before them and empty lines are left out, and no name twice. */
export function linesOf(text: string): readonly string[] {
  const names = text.split(/\r?\n/).map((line) =>
    line
      .replace(/^\s*\d+\s*[.)ºª-]?\s+/, "")
      .replace(/\s+/g, " ")
      .trim(),
  );
  return [...new Set(names.filter((name) => name !== ""))];
}
