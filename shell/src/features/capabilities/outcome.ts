/** What a call came to, read from the story of its run; and a result in the form it reads best. Pure. */

import type { Result, RunDetail } from "@/api";

/** The result of a call that went on after somebody said yes. */
export function resultIn({ events }: RunDetail, call: string | null): Result | undefined {
  for (const { data } of events.toReversed()) {
    if ((data.type === "call.completed" || data.type === "call.failed") && (call === null || data.id === call)) {
      return data.result;
    }
  }
  return undefined;
}

export type Shown =
  | { readonly kind: "nothing" }
  | { readonly kind: "text"; readonly text: string; readonly rest: unknown }
  | { readonly kind: "diff"; readonly path: string; readonly diff: string }
  | { readonly kind: "json"; readonly value: unknown };

const TEXTS = ["text", "content", "answer"] as const;

/** A long text is read as text, a diff as a diff, everything else as a tree. */
export function shownAs(data: unknown): Shown {
  if (data === null || data === undefined) return { kind: "nothing" };
  if (typeof data === "string") return { kind: "text", text: data, rest: undefined };
  if (typeof data !== "object" || Array.isArray(data)) return { kind: "json", value: data };
  const { ...fields } = data as Record<string, unknown>;
  if (typeof fields.diff === "string" && fields.diff !== "") {
    return { kind: "diff", path: typeof fields.path === "string" ? fields.path : "", diff: fields.diff };
  }
  const name = TEXTS.find((each) => typeof fields[each] === "string" && fields[each] !== "");
  if (name === undefined) return { kind: "json", value: data };
  const { [name]: text, ...rest } = fields;
  return { kind: "text", text: String(text), rest: Object.keys(rest).length === 0 ? undefined : rest };
}
