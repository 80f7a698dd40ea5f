import { expect, test } from "vitest";

import { argumentsOf, firstArguments } from "./arguments";
import { BLANK, draftOf, isComplete, placeOf, secretsOf } from "./draft";

test("a document is a text or an address, and lines of secrets are pairs", () => {
  const written = { ...BLANK, id: "library", kind: "address", url: " https://library.example/openapi.json ", secrets: "key=LIBRARY_KEY\n\nodd=name=X\nbare" } as const;
  expect(placeOf(written)).toEqual({ url: "https://library.example/openapi.json" });
  expect(draftOf(written, "art_1")).toMatchObject({ artifact: "art_1", base: null, local: false, source: "https://library.example/openapi.json" });
  expect(secretsOf(written.secrets)).toEqual({ key: "LIBRARY_KEY", "odd=name": "X", bare: "" });
  expect(isComplete({ ...BLANK, id: "a" })).toBe(false);
  expect(isComplete({ ...BLANK, id: "a", text: "openapi: 3.0.0" })).toBe(true);
});

test("arguments begin with what is needed, and are an object or nothing", () => {
  expect(JSON.parse(firstArguments({ required: ["shelf"] }))).toEqual({ shelf: "" });
  expect(argumentsOf("[1]")).toBeUndefined();
  expect(argumentsOf('{"a": 1}')).toEqual({ a: 1 });
});
