/** What is typed into the palette: a first sign narrows what is looked for. Pure. */

export type Wanted = "all" | "actions" | "artifacts" | "agents";

export interface PaletteWords {
  readonly wanted: Wanted;
  readonly words: string;
}

const SIGNS: Readonly<Record<string, Wanted>> = { ">": "actions", "#": "artifacts", "@": "agents" };

/** Read `> dark`, `# report`, `@ coder`, or plain words. */
export function readWords(typed: string): PaletteWords {
  const trimmed = typed.trim();
  const wanted = SIGNS[trimmed[0] ?? ""];
  return wanted === undefined ? { wanted: "all", words: trimmed } : { wanted, words: trimmed.slice(1).trim() };
}
