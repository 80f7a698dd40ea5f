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

/** The year a class is in by its name, as people write it: 7A and 7º ano B are the seventh, 2º EM C the second of the last three. */
export function yearIn(name: string): string | undefined {
  const said = /^\s*(?:turma\s+)?([1-9])\s*(?:[ºªo°]\s*)?(s[ée]rie|em\b)?/i.exec(name);
  if (said?.[1] === undefined) return undefined;
  return said[2] === undefined ? `EF${said[1]}` : Number(said[1]) <= 3 ? `EM${said[1]}` : undefined;
}

/** Whether an id is of the sample school: what goes when the sample goes. */
export const isSample = (id: string): boolean => /^[a-z]{3}_amostra/.test(id);
