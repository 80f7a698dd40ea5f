import { expect, test } from "vitest";

import type { SchoolAtividade } from "@/api";
import { freshQuestion } from "../questions";
import { slidesOf, stepOf } from "./slides";

const part = (texto: string, count: number) => ({
  titulo: "",
  texto,
  para_professor: "secret",
  grade: null,
  questoes: Array.from({ length: count }, (_, index) => freshQuestion(`q${index}`, "numerica", [])),
});
const activity = { conteudo: { secoes: [part("Leia o texto.", 2), part("", 1)] } } as unknown as SchoolAtividade;

test("LT-26: the class sees a cover, then one thing at a time, numbered as on the sheet", () => {
  expect(slidesOf(activity).map((slide) => (slide.kind === "question" ? slide.number : slide.kind))).toEqual(["cover", "part", 1, 2, 3]);
});

test("LT-26: keys lead on and back, and stop at the ends", () => {
  expect([stepOf("ArrowRight", 0, 3), stepOf("PageDown", 2, 3), stepOf("ArrowLeft", 0, 3), stepOf("End", 0, 3), stepOf("a", 1, 3)]).toEqual([1, 2, 0, 2, undefined]);
});
