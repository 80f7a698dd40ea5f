import { expect, it } from "vitest";

import { choicesOf, usualOf } from "./policy";

it("offers nothing that is looser than the manifest", () => {
  expect(choicesOf("ask")).toEqual(["fail", "propose", "ask"]);
  expect(choicesOf("fail")).toEqual(["fail"]);
  expect(choicesOf(null)).toEqual(["fail", "propose", "ask", "apply"]);
});

it("asks in a conversation and proposes where nobody is there to be asked", () => {
  expect([usualOf(null, "repl"), usualOf(null, "one_shot"), usualOf("apply", "repl")]).toEqual(["ask", "propose", "apply"]);
});
