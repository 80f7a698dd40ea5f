import { expect, it } from "vitest";

import { i18nOf } from "./index";
import { aboutOf } from "./personas";

const JOTA = { id: "jota", name: "Jota", description: "Helps with classes.", descriptions: { pt: "Ajuda com turmas." }, builtin: true };

it("tells what an agent of an app is for in the person's language (LT-8)", () => {
  expect(aboutOf(JOTA, i18nOf("pt-BR").t)).toBe("Ajuda com turmas.");
  expect(aboutOf(JOTA, i18nOf("en").t)).toBe("Helps with classes.");
  expect(aboutOf({ ...JOTA, descriptions: {} }, i18nOf("pt-BR").t)).toBe("Helps with classes.");
});
