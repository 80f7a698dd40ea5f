/** The closed set of things a Markdown text can become. What is not here is shown as text. */

import { hostOf, ownPicture } from "./address";

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "break" }
  | { readonly kind: "task"; readonly done: boolean }
  | { readonly kind: "strong" | "emphasis" | "struck"; readonly inside: readonly Inline[] }
  | { readonly kind: "link"; readonly address: string; readonly inside: readonly Inline[] }
  | { readonly kind: "picture"; readonly address: string; readonly alt: string }
  /** The mark of a source; drawn in by `notes.ts`, never read from a text alone. */
  | { readonly kind: "cite"; readonly mark: number; /** Where it stands in the source; null where that is not known. */ readonly at: number | null }
  /** Words that nothing supports, and the flag at their end. */
  | { readonly kind: "doubt"; readonly inside: readonly Inline[] }
  | { readonly kind: "flag"; readonly doubt: number };

export type Align = "left" | "center" | "right" | null;

export type Block =
  | { readonly kind: "paragraph"; readonly inside: readonly Inline[] }
  /** The words of a list item that needs no paragraph of its own. */
  | { readonly kind: "words"; readonly inside: readonly Inline[] }
  | { readonly kind: "heading"; readonly depth: number; readonly level: number; readonly inside: readonly Inline[] }
  | { readonly kind: "code"; readonly language: string | undefined; readonly text: string }
  | { readonly kind: "quote"; readonly inside: readonly Block[] }
  | { readonly kind: "list"; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: "table"; readonly align: readonly Align[]; readonly header: Row; readonly rows: readonly Row[] }
  | { readonly kind: "rule" }
  /** Markup we do not draw, as it was written. */
  | { readonly kind: "raw"; readonly text: string };

export type Row = readonly (readonly Inline[])[];

/** The words inside, without their looks. */
export function plainText(inside: readonly Inline[]): string {
  return inside
    .map((each) => {
      if ("inside" in each) return plainText(each.inside);
      if (each.kind === "picture") return each.alt;
      return "text" in each ? each.text : "";
    })
    .join("");
}

/** The same without ways out: what stands inside a link is part of that link. */
export function withoutLinks(inside: readonly Inline[]): readonly Inline[] {
  return inside.flatMap((each): readonly Inline[] => {
    if (each.kind === "link") return withoutLinks(each.inside);
    if (each.kind === "picture" && ownPicture(each.address) === null) return [{ kind: "text", text: each.alt || hostOf(each.address) }];
    return "inside" in each ? [{ ...each, inside: withoutLinks(each.inside) }] : [each];
  });
}
