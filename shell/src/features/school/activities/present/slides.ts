/** An activity as it is shown to the class: a cover, then one thing at a time. Pure. */

import type { SchoolAtividade, SchoolQuestao } from "@/api";

type Part = SchoolAtividade["conteudo"]["secoes"][number];

export type Slide =
  | { readonly kind: "cover" }
  | { readonly kind: "part"; readonly part: Part }
  | { readonly kind: "question"; readonly number: number; readonly question: SchoolQuestao };

/** The cover, the texts and grids of its parts, and each question, in the order of the sheet; nothing that is for the teacher alone. */
export function slidesOf({ conteudo }: Pick<SchoolAtividade, "conteudo">): readonly Slide[] {
  let number = 0;
  return [
    { kind: "cover" },
    ...conteudo.secoes.flatMap((part): Slide[] => [
      ...(part.texto.trim() !== "" || part.grade ? [{ kind: "part", part } as const] : []),
      ...part.questoes.map((question) => ({ kind: "question", number: ++number, question }) as const),
    ]),
  ];
}

/** Which way a key leads: one on, one back, to the first or the last. */
export function stepOf(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
    case "PageDown":
      return Math.min(at + 1, count - 1);
    case "ArrowLeft":
    case "ArrowUp":
    case "PageUp":
      return Math.max(at - 1, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
