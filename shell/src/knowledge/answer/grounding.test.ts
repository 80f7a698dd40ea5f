import { expect, test } from "vitest";

import type { Message } from "@/api";
import { countOf, doubtsOf, numbersOf } from "./grounding";

const content = "😀 O prazo é de **30 dias** [1]. A multa é de 20% [2]. Fim.";
const at = (words: string) => [...content.slice(0, content.indexOf(words))].length;

const message = {
  content,
  grounding: {
    verdict: "partly",
    sentences: [
      { start: at("O prazo"), end: at(" A multa"), marks: [1], verdict: "supported", reason: "" },
      { start: at("A multa"), end: at(" Fim"), marks: [2], verdict: "unsupported", reason: "number" },
      { start: at("Fim"), end: at("Fim") + 4, marks: [], verdict: "uncited", reason: "" },
    ],
  },
} as unknown as Message;

test("sentences that nothing supports are told in plain words, with where they stand and why", () => {
  const [doubt] = doubtsOf(message);
  expect(doubt && content.slice(doubt.start, doubt.end)).toBe("A multa é de 20% [2].");
  expect(doubt).toMatchObject({ words: "A multa é de 20%.", reason: "number" });
  expect([countOf(message, "supported"), countOf(message, "uncited")]).toEqual([1, 1]);
});

test("an answer that was not checked has no doubts", () => {
  expect(doubtsOf({ content: "a", grounding: null })).toEqual([]);
});

test("passages are numbered by this answer, in the order it cites them", () => {
  const sources = [9, 14, 21, 30].map((mark) => ({ mark })) as unknown as Message["sources"];
  const numbers = numbersOf({ content: "Um [21]. Dois [9, 21]. Nada [7]. Três [14].", sources });
  expect([...numbers]).toEqual([
    [21, 1],
    [9, 2],
    [14, 3],
    [30, 4],
  ]);
});
