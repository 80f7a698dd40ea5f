import { expect, test } from "vitest";

import type { Message, Passage } from "@/api";
import { restingOn } from "./resting";

const text = "😀 O prazo é de 30 meses. A multa é de três aluguéis. O foro é o de Lisboa.";
const begin = (words: string) => 200 + [...text.slice(0, text.indexOf(words))].length;
const stretch = (words: string) => ({ mark: 1, start: begin(words), end: begin(words) + [...words].length });
const passage = { mark: 1, text, start: 200, end: 200 + [...text].length, path: "/knowledge/d/doc_1?page=2&start=200&end=275&version=1" } as Passage;

const content = "😀 São 30 meses [1]. Antes, há multa. Ela é de três aluguéis [1].";
const at = (words: string) => [...content.slice(0, content.indexOf(words))].length;
const sentence = (words: string, said: string) => ({ start: at(words), end: at(words) + [...words].length, marks: [1], verdict: "supported", reason: "", places: [stretch(said)] });
const message = {
  content,
  grounding: {
    verdict: "grounded",
    sentences: [
      sentence("São 30 meses [1].", "O prazo é de 30 meses."),
      sentence("Antes, há multa.", "A multa é de três aluguéis."),
      sentence("Ela é de três aluguéis [1].", "A multa é de três aluguéis."),
    ],
  },
} as unknown as Message;

test("a mark leads to the sentence it stands behind, not to the whole passage", () => {
  const found = restingOn(message, passage, content.indexOf("[1]"));
  expect(found.text).toBe("O prazo é de 30 meses.");
  expect(found.path).toBe(`/knowledge/d/doc_1?page=2&start=${begin("O prazo")}&end=${begin(" A multa")}&version=1`);
});

test("a mark is for the sentences before it that have none of their own", () => {
  expect(restingOn(message, passage, content.lastIndexOf("[1]")).text).toBe("A multa é de três aluguéis.");
});

test("what the check does not know leads to the whole passage", () => {
  expect(restingOn({ content, grounding: null }, passage, 10)).toBe(passage);
  expect(restingOn(message, passage, null)).toBe(passage);
});
