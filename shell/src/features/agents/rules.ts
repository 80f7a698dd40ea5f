/** Guidelines and interrupts as sentences, and new ones from a form. Pure. */

import type { AgentInterrupt, Guideline } from "@/api";
import type { Translate } from "@/i18n";

export const KINDS = ["never", "ask", "files", "language", "length", "mention", "omit", "cite", "said"] as const;
export type Kind = (typeof KINDS)[number];

export const EFFECTS = ["delete", "write", "exec", "external", "read", "navigate"] as const;
export type Whats = (typeof EFFECTS)[number] | "all" | "tool";

/** What is filled in while a rule is made. */
export interface RuleForm {
  readonly kind: Kind;
  readonly what: Whats;
  readonly tool: string;
  readonly paths: readonly string[];
  readonly language: "pt" | "en";
  readonly words: number;
  readonly text: string;
  readonly asked: string;
  readonly when: string;
  readonly do: string;
}

export const EMPTY: RuleForm = {
  kind: "never",
  what: "delete",
  tool: "",
  paths: [],
  language: "en",
  words: 150,
  text: "",
  asked: "",
  when: "",
  do: "",
};

/** Which calls a rule is about, as the server names them; none while a tool is still to be chosen. */
export function whatOf(what: Whats, tool: string): string | null {
  if (what === "all") return "*";
  if (what === "tool") return tool === "" ? null : tool;
  return `effect:${what}`;
}

/** The rule that a form makes; none while something is missing. */
export function ruleOf(form: RuleForm): Guideline | null {
  const asked = form.asked.trim();
  switch (form.kind) {
    case "never":
    case "ask": {
      const what = whatOf(form.what, form.tool);
      return what === null ? null : { rule: form.kind, what };
    }
    case "files":
      return form.paths.length === 0 ? null : { rule: "files", paths: [...form.paths] };
    case "language":
      return { rule: "language", language: form.language, asked };
    case "length":
      return { rule: "length", words: form.words, asked };
    case "mention":
    case "omit":
      return form.text.trim() === "" ? null : { rule: form.kind, text: form.text.trim(), asked };
    case "cite":
      return { rule: "cite", asked };
    case "said":
      return form.do.trim() === "" ? null : { rule: "said", when: form.when.trim(), do: form.do.trim() };
  }
}

export const isChecked = (rule: Guideline): boolean => rule.rule !== "said";

/** Names a tool for people; its own name where nobody knows it. */
export type ToolName = (name: string) => string;

export function whatWords(what: string, t: Translate, named: ToolName): string {
  if (what === "*") return t("agents.rules.what.all");
  const effect = EFFECTS.find((each) => what === `effect:${each}`);
  return effect === undefined ? named(what) : t(`agents.rules.what.${effect}`);
}

/** A guideline as a sentence. */
export function sentenceOfRule(rule: Guideline, t: Translate, named: ToolName): string {
  const said = plainSentence(rule, t, named);
  const asked = "asked" in rule ? rule.asked : "";
  return asked ? t("agents.rule.asked", { asked, rule: `${said.charAt(0).toLowerCase()}${said.slice(1)}` }) : said;
}

function plainSentence(rule: Guideline, t: Translate, named: ToolName): string {
  switch (rule.rule) {
    case "never":
    case "ask":
      return t(`agents.rule.${rule.rule}`, { what: whatWords(rule.what, t, named) });
    case "files":
      return t("agents.rule.files", { paths: rule.paths.join(", ") });
    case "language":
      return t("agents.rule.language", { language: t(`agents.rules.language.${rule.language}`) });
    case "length":
      return t("agents.rule.length", { words: rule.words });
    case "mention":
    case "omit":
      return t(`agents.rule.${rule.rule}`, { text: rule.text });
    case "cite":
      return t("agents.rule.cite");
    case "said":
      return rule.when ? t("agents.rule.said", { when: rule.when, do: rule.do }) : rule.do;
  }
}

export function sentenceOfInterrupt({ moment, what }: AgentInterrupt, t: Translate, named: ToolName): string {
  return t(`agents.interrupt.${moment}`, { what: whatWords(what, t, named) });
}
