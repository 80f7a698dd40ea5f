/** Values in a few words, and looking them up by a path. Pure. */

import { readPath } from "@/flow";

const LONGEST = 120;

/** A value on one line. */
export function shortly(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** The value a path leads to; undefined where it leads nowhere. */
export function valueAt(from: unknown, path: readonly (string | number)[]): unknown {
  let value = from;
  for (const part of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[part];
  }
  return value;
}

/** Every path that a text looks at. */
export function pathsIn(text: string): readonly string[] {
  return [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, path = ""]) => path).filter((path) => readPath(path) !== null);
}
