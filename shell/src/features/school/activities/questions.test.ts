import { expect, test } from "vitest";

import type { SchoolAtividade, SchoolQuestao } from "@/api";
import { disordered, freshQuestion, lackOf, letterOf, pointsOf, questionsOf, settled, withMoved, withoutQuestion, withQuestion } from "./questions";

const question = (id: string, patch: Partial<SchoolQuestao> = {}): SchoolQuestao => ({ ...freshQuestion(id, "numerica", []), enunciado: `Quanto é ${id}?`, resposta: "1", ...patch });

const part = (...questoes: SchoolQuestao[]) => ({ titulo: "", texto: "", para_professor: "", questoes, grade: null });

const activity = (...secoes: ReturnType<typeof part>[]) => ({ id: "atv_1", conteudo: { secoes } }) as unknown as SchoolAtividade;

const order = (each: SchoolAtividade) => questionsOf(each).map(({ id }) => id).join("");

test("a question that was kept is put in its place, a new one at the end", () => {
  const two = activity(part(question("a")), part(question("b")));
  expect(order(withQuestion(two, question("c")))).toBe("abc");
  expect(questionsOf(withQuestion(two, question("a", { pontos: 4 })))[0]?.pontos).toBe(4);
  expect(order(withQuestion(activity(), question("a")))).toBe("a");
  expect(order(withoutQuestion(two, "a"))).toBe("b");
});

test("a question can stand at any place among all of them, whichever part it was in", () => {
  const all = activity(part(question("a"), question("b")), part(question("c"), question("d")));
  expect(["a", "b", "c", "d"].flatMap((id) => [0, 1, 2, 3].map((to) => order(withMoved(all, id, to)))).every((said) => [...said].sort().join("") === "abcd")).toBe(true);
  for (const id of ["a", "b", "c", "d"]) for (const to of [0, 1, 2, 3]) expect(order(withMoved(all, id, to)).indexOf(id)).toBe(to);
  expect(withMoved(all, "z", 0)).toBe(all);
});

test("the answer of a multiple choice is the letter of its right alternative, without the empty ones", () => {
  const fresh = freshQuestion("q", "multipla_escolha", ["EF07MA12"]);
  const choices = [["", false], ["2/3", false], ["3/4", true], ["", false]].map(([texto, correta], index) => ({ id: letterOf(index), texto: String(texto), correta: correta === true }));
  const made = settled({ ...fresh, enunciado: "Qual?", alternativas: choices });
  expect([made.resposta, made.alternativas.length, made.habilidades]).toEqual(["B", 2, ["EF07MA12"]]);
  expect(lackOf({ ...fresh, enunciado: "Qual?", alternativas: choices })).toBeNull();
});

test("what a question lacks is told before it is kept", () => {
  const choice = { ...freshQuestion("q", "multipla_escolha", []), enunciado: "Qual?" };
  const told = (...texts: string[]) => texts.map((texto, index) => ({ id: String(index), texto, correta: index === 0 }));
  expect(lackOf({ ...choice, enunciado: "  " })).toBe("words");
  expect(lackOf(choice)).toBe("choices");
  expect(lackOf({ ...choice, alternativas: told("", "a", "b") })).toBe("right");
  expect(lackOf({ ...choice, alternativas: told("Um", "um ") })).toBe("same");
  expect(lackOf({ ...freshQuestion("q", "associacao", []), enunciado: "Ligue" })).toBe("pairs");
  expect(lackOf({ ...freshQuestion("q", "ordenacao", []), enunciado: "Ordene" })).toBe("items");
  expect(lackOf(question("q", { resposta: " " }))).toBe("answer");
  expect(lackOf({ ...freshQuestion("q", "verdadeiro_falso", []), enunciado: "É par?" })).toBeNull();
});

test("points are summed without crumbs, and the sheet gives no order away", () => {
  expect(pointsOf([question("a", { pontos: 0.1 }), question("b", { pontos: 0.2 })])).toBe(0.3);
  expect(disordered(["a", "b", "c"])).toEqual(["c", "b", "a"]);
  expect(disordered(["c", "a", "b"])).toEqual(["a", "b", "c"]);
});
