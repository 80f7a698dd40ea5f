/** Questions of an activity: making, checking, moving them, and what their sheet says. Pure. */

import type { SchoolAtividade, SchoolQuestao, SchoolTipoQuestao } from "@/api";

export const QUESTION_TYPES: readonly SchoolTipoQuestao[] = ["multipla_escolha", "verdadeiro_falso", "numerica", "lacuna", "associacao", "ordenacao", "dissertativa"];

const LETTERS = "ABCDEFGHIJ";

/** A, B, C …: what the alternatives are called on paper. */
export const letterOf = (index: number): string => LETTERS[index] ?? String(index + 1);

/** All questions, in order. */
export const questionsOf = ({ conteudo }: Pick<SchoolAtividade, "conteudo">): readonly SchoolQuestao[] => conteudo.secoes.flatMap(({ questoes }) => questoes);

/** Words without the marks of their formatting, for where there is one line. */
export const plainly = (text: string): string => text.replace(/[*_`#>]+/g, "").replace(/\s+/g, " ").trim();

/** Points of all questions together. */
export const pointsOf = (questions: readonly SchoolQuestao[]): number => Number(questions.reduce((sum, { pontos }) => sum + pontos, 0).toFixed(6));

/** A question to begin with. */
export function freshQuestion(id: string, tipo: SchoolTipoQuestao, habilidades: readonly string[], like?: SchoolQuestao): SchoolQuestao {
  const choices = tipo === "multipla_escolha" ? Math.max(4, like?.alternativas.length ?? 4) : 0;
  return {
    id,
    tipo,
    enunciado: "",
    alternativas: Array.from({ length: choices }, (_, index) => ({ id: letterOf(index).toLowerCase(), texto: "", correta: index === 0 })),
    pares: tipo === "associacao" ? [0, 1, 2].map(() => ({ esquerda: "", direita: "" })) : [],
    itens: tipo === "ordenacao" ? ["", "", ""] : [],
    resposta: tipo === "verdadeiro_falso" ? "V" : "",
    explicacao: "",
    fonte: null,
    pontos: like?.pontos ?? 1,
    habilidades: [...habilidades],
    dificuldade: like?.dificuldade ?? "medio",
  };
}

/** The question with the answer that its parts say: the letter of the right alternative, the order, the pairs. */
export function settled(question: SchoolQuestao): SchoolQuestao {
  const words = (texts: readonly string[]) => texts.map((text) => text.trim()).filter((text) => text !== "");
  switch (question.tipo) {
    case "multipla_escolha": {
      const alternativas = question.alternativas.filter(({ texto }) => texto.trim() !== "");
      const right = alternativas.findIndex(({ correta }) => correta);
      return { ...question, alternativas, resposta: right === -1 ? "" : letterOf(right) };
    }
    case "associacao": {
      const pares = question.pares.filter(({ esquerda, direita }) => esquerda.trim() !== "" && direita.trim() !== "");
      return { ...question, pares, resposta: pares.map(({ esquerda, direita }) => `${esquerda.trim()} → ${direita.trim()}`).join("; ") };
    }
    case "ordenacao": {
      const itens = words(question.itens);
      return { ...question, itens, resposta: itens.join(" → ") };
    }
    case "verdadeiro_falso":
    case "numerica":
    case "lacuna":
    case "dissertativa":
      return { ...question, resposta: question.resposta.trim() };
  }
}

export type Lack = "words" | "choices" | "right" | "same" | "pairs" | "items" | "answer";

/** What a question still lacks before it can be handed out; nothing when it is whole. */
export function lackOf(raw: SchoolQuestao): Lack | null {
  const question = settled(raw);
  if (question.enunciado.trim() === "") return "words";
  if (question.tipo === "multipla_escolha") {
    if (question.alternativas.length < 2) return "choices";
    if (question.alternativas.filter(({ correta }) => correta).length !== 1) return "right";
    const told = question.alternativas.map(({ texto }) => texto.trim().toLowerCase());
    if (new Set(told).size !== told.length) return "same";
  }
  if (question.tipo === "associacao" && question.pares.length < 2) return "pairs";
  if (question.tipo === "ordenacao" && question.itens.length < 2) return "items";
  return question.resposta === "" ? "answer" : null;
}

/** The same activity with one question another; a question that is not in it yet stands at the end. */
export function withQuestion(activity: SchoolAtividade, question: SchoolQuestao): SchoolAtividade {
  const secoes = activity.conteudo.secoes.map((part) => ({ ...part, questoes: part.questoes.map((each) => (each.id === question.id ? question : each)) }));
  if (questionsOf(activity).some(({ id }) => id === question.id)) return { ...activity, conteudo: { ...activity.conteudo, secoes } };
  const last = secoes.at(-1) ?? { titulo: "", texto: "", para_professor: "", questoes: [], grade: null };
  return { ...activity, conteudo: { ...activity.conteudo, secoes: [...secoes.slice(0, -1), { ...last, questoes: [...last.questoes, question] }] } };
}

export function withoutQuestion(activity: SchoolAtividade, id: string): SchoolAtividade {
  const secoes = activity.conteudo.secoes.map((part) => ({ ...part, questoes: part.questoes.filter((each) => each.id !== id) }));
  return { ...activity, conteudo: { ...activity.conteudo, secoes } };
}

/** The same activity with a question at another place among all of them, in whichever part that place is. */
export function withMoved(activity: SchoolAtividade, id: string, to: number): SchoolAtividade {
  const moved = questionsOf(activity).find((each) => each.id === id);
  if (moved === undefined) return activity;
  let left = to;
  let placed = false;
  const secoes = withoutQuestion(activity, id).conteudo.secoes.map((part, index, all) => {
    const last = index === all.length - 1;
    if (placed || (left > part.questoes.length && !last)) {
      left -= placed ? 0 : part.questoes.length;
      return part;
    }
    placed = true;
    return { ...part, questoes: part.questoes.toSpliced(Math.max(0, Math.min(left, part.questoes.length)), 0, moved) };
  });
  return { ...activity, conteudo: { ...activity.conteudo, secoes } };
}

/** Things in an order that gives nothing away, and is the same each time it is shown. */
export function disordered(things: readonly string[]): readonly string[] {
  const sorted = things.toSorted((a, b) => a.localeCompare(b, "pt-BR"));
  return things.length > 1 && sorted.every((each, index) => each === things[index]) ? sorted.toReversed() : sorted;
}
