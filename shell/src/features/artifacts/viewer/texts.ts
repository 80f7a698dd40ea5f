/** What a text is written in. Pure. */

import type { Artifact } from "@/api";

/** The language for its colours, by the ending of its name; plain words have none. */
export function languageOf({ name, type }: Pick<Artifact, "name" | "type">): string | undefined {
  if (type === "json") return "json";
  if (type === "diff") return "diff";
  if (type === "markdown") return "markdown";
  if (type === "text") return undefined;
  return /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase();
}

/** A JSON document, or null when it is none (cut in the middle, or one document a line). */
export function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}
