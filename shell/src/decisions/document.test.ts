import { describe, expect, it } from "vitest";

import { i18nOf } from "@/i18n";
import { inWords } from "./document";

const english = i18nOf("en");
const portuguese = i18nOf("pt-BR");
const diff = (...lines: readonly string[]) => ["--- before", "+++ after", "@@ -0,0 +1,9 @@", ...lines].join("\n");
const told = (words: string) => words.split("\n").slice(3);

describe("a document's diff in words", () => {
  it("calls fields and values as people call them, in their language", () => {
    const agent = diff("+name: Ana", "+model.role: general", '+capabilities.allow: ["*"]', "+policy.on_write: ask", "+budget.max_tokens: 200000");
    expect(told(inWords(agent, english.t, english.format))).toEqual([
      "+Name: Ana",
      "+Model: General",
      "+Tools: all",
      "+When it wants to change something: It asks first",
      "+Tokens a run: 200,000",
    ]);
    expect(told(inWords(agent, portuguese.t, portuguese.format))[4]).toBe("+Tokens por execução: 200.000");
  });

  it("leaves out what only the machine needs, and what stayed as it was", () => {
    const artifact = diff(" project: home", "-name: a.md", "+name: b.md", " mime: text/markdown", `+sha256: ${"0".repeat(64)}`, "+size: 75");
    expect(told(inWords(artifact, english.t, english.format))).toEqual(["-Name: a.md", "+Name: b.md", "+Size: 75 B"]);
  });

  it("leaves nobody's own words out", () => {
    const text = diff("+persona_text:", "+Speak slowly.", "+sha256: is a fingerprint", "+note: this stays");
    expect(told(inWords(text, english.t, english.format))).toEqual([
      "+Instructions:",
      "+Speak slowly.",
      "+sha256: is a fingerprint",
      "+note: this stays",
    ]);
  });
});
