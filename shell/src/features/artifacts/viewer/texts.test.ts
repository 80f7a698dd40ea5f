import { expect, it } from "vitest";

import { languageOf, parseJson } from "./texts";

it("takes the language from the ending, and none for plain words", () => {
  const of = (name: string, type: Parameters<typeof languageOf>[0]["type"]) => languageOf({ name, type });
  expect([of("a.PY", "code"), of("Makefile", "code"), of("a.txt", "text"), of("a.b", "json")]).toEqual([
    "py",
    undefined,
    undefined,
    "json",
  ]);
});

it("reads JSON, also null, and knows when it is none", () => {
  expect([parseJson("null"), parseJson('{"a":'), parseJson("1\n2")]).toEqual([{ value: null }, null, null]);
});
