/** Words a person types to let much happen at once. Pure. */

/** Whether these are the words: how they are spaced, and capitals, make no difference. */
export function areTheWords(typed: string, expected: string): boolean {
  return folded(typed) === folded(expected);
}

const folded = (words: string) => words.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();

/** Whether what is typed may still become the words. */
export function mayBecome(typed: string, expected: string): boolean {
  return folded(expected).startsWith(folded(typed));
}
