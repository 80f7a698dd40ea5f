/** A result in the form it reads best. Pure. */

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
