import { expect, test } from "vitest";

import { marksIn, match, MEANT } from "./matching";

const marked = (typed: string, label: string) => match(typed, label)?.marks.map(([from, to]) => label.slice(from, to));

test("a label is found by the beginnings of its words, accents and case aside", () => {
  expect(marked("portugues", "Idioma: Português (Brasil)")).toEqual(["Português"]);
  expect(marked("bra idi", "Idioma: Português (Brasil)")).toEqual(["Idi", "Bra"]);
  expect(match("", "anything")).toEqual({ score: 0, marks: [] });
  expect(match("xyz", "Idioma: Português (Brasil)")).toBeNull();
});

test("what a label begins with counts more than what stands inside it, and that more than strewn letters", () => {
  const scores = ["proj", "new", "ject", "nwpr"].map((typed) => match(typed, "New project")?.score ?? 0);
  expect(scores).toEqual([4, 5, 2, 1]);
  expect(scores.map((score) => score >= MEANT)).toEqual([true, true, false, false]);
});

test("strewn letters are found in order, near each other, and marked one by one", () => {
  expect(marked("swtd", "Switch to dark")).toEqual(["Sw", "t", "d"]);
  expect(match("wtd", "Switch to dark")).toBeNull();
  expect(match("szz", "Switch to dark")).toBeNull();
});

test("letters that unfold to several keep their places", () => {
  expect(marked("fi", "ﬁle ação")).toBeDefined();
  expect(marked("acao", "Nova ação")).toEqual(["ação"]);
});

test("only the words that stand there are marked in something the server found", () => {
  expect(marksIn("atividdes plano", "Plano de atividades").map(([a, b]) => "Plano de atividades".slice(a, b))).toEqual(["Plano"]);
});
