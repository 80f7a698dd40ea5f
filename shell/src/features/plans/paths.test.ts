import { expect, test } from "vitest";

import { i18nOf } from "@/i18n";
import { asDiff, pathWords } from "./paths";
import { reasonWords } from "./reasons";

test("a place of a plan is told in words, in either language", () => {
  const { t } = i18nOf("en");
  expect(["title", "success_criteria", "steps", "steps.2", "steps.2.description", "steps.2.call.params"].map((path) => pathWords(path, t))).toEqual([
    "Title",
    "Done when",
    "Order of the steps",
    "Step 2",
    "Step 2 · Description",
    "Step 2 · What it uses",
  ]);
  expect(pathWords("steps.3.validation", i18nOf("pt-BR").t)).toBe("Passo 3 · Validação");
  expect(pathWords("extra.thing", t)).toBe("extra.thing");
});

test("two values are a diff: what goes, then what comes", () => {
  expect(asDiff("one\ntwo", "one")).toBe("@@ -1,2 +1,1 @@\n-one\n-two\n+one");
  expect(asDiff("", "new")).toBe("@@ -1,0 +1,1 @@\n+new");
});

test("why a version was made is told in words, and what somebody said as they said it", () => {
  const { t } = i18nOf("en");
  const told = ["created", "answered c1", "undo 3", "restored version 2", "set steps.2.title and 1 more", "move 3", "add", "o passo 3 antes do 2"];
  expect(told.map((reason) => reasonWords(reason, t))).toEqual([
    "made",
    "after a question",
    "back to version 3",
    "version 2 again",
    "Step 2 · Title changed",
    "step 3 moved",
    "a step added",
    "o passo 3 antes do 2",
  ]);
});
