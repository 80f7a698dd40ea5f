/** JSON that a person writes: its text, what it stands for, and what is wrong with it. Pure. */

export interface Draft {
  readonly text: string;
  /** What the text stands for; undefined while it stands for nothing. */
  readonly value: unknown;
  readonly wrong: "unreadable" | "object" | null;
}

/** What a value looks like to be changed. */
export function draftOf(value: unknown): Draft {
  return { text: JSON.stringify(value ?? null, null, 2), value: value ?? null, wrong: null };
}

/** What somebody wrote. Shared state has to be an object; a result may be anything. */
export function readDraft(text: string, shape: "object" | "any"): Draft {
  try {
    const value: unknown = JSON.parse(text);
    const fits = shape === "any" || (typeof value === "object" && value !== null && !Array.isArray(value));
    return fits ? { text, value, wrong: null } : { text, value: undefined, wrong: "object" };
  } catch {
    return { text, value: undefined, wrong: "unreadable" };
  }
}

/** The keys whose values differ: only they were changed, and only they are sent. */
export function changedKeys(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key])));
}

/** The document that a text is, when it is one: an object or a list, which reads better as a tree. */
export function documentIn(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
