/** Sentences of a report, taken apart. Pure. */

export interface Piece {
  readonly text: string;
  /** Whether nothing in the run supports it. */
  readonly doubtful: boolean;
}

/** A sentence with the doubtful parts of it set apart; where two overlap the longer one counts. */
export function piecesOf(text: string, unverified: readonly string[]): readonly Piece[] {
  const wanted = [...new Set(unverified)].filter((part) => part !== "").sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return [{ text, doubtful: false }];
  const pattern = new RegExp(`(${wanted.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "g");
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, doubtful: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}

/** Where an event is seen: in the story of its run. */
export const linkOf = (run: string, event: string): string => `/runs/${run}?view=story&event=${encodeURIComponent(event)}`;

const PAGES = { artifact: "artifacts", change: "history", plan: "plans", run: "runs", workflow: "workflows", memory: "memory" } as const;

export interface Way {
  readonly kind: keyof typeof PAGES;
  readonly path: string;
}

const isKnown = (kind: string): kind is Way["kind"] => Object.hasOwn(PAGES, kind);

/** The page of something that a sentence names; null when it has none. */
export function pathOfRef(ref: string): Way | null {
  const cut = ref.indexOf(":");
  const [kind, id] = [ref.slice(0, cut), ref.slice(cut + 1)];
  return !isKnown(kind) || id === "" ? null : { kind, path: `/${PAGES[kind]}/${id}` };
}
