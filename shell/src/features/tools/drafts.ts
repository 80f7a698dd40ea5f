/** Drafts of tools as a form holds them: schemas and tests as text, read back with what is wrong. Pure. */

import type { ForgedTool, ToolDraft } from "@/api";
import type { Tone } from "@/ui";

export const STATUS_TONES: Readonly<Record<ForgedTool["status"], Tone>> = { active: "ok", draft: "warn", revoked: "neutral" };

export interface FormDraft {
  readonly name: string;
  readonly tool: ToolDraft;
  readonly params: string;
  readonly returns: string;
  readonly examples: string;
  readonly tests: string;
}

/** Names of capabilities as somebody writes them, one a line or with commas. */
export function namesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((each) => each !== ""))];
}

const JSON_FIELDS = ["params", "returns", "examples", "tests"] as const;
export type JsonField = (typeof JSON_FIELDS)[number];

const WRITTEN: ToolDraft = {
  title: { en: "", pt: "" },
  description: { en: "", pt: "" },
  params: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  returns: { type: "string" },
  source: "def run(text):\n    return text.upper()\n",
  examples: [],
  tests: [{ title: "", params: { text: "a" }, page: null, result: "A", error: null, calls: [] }],
  limits: { seconds: 2, memory_mb: 64, output_kb: 64, calls: 10 },
  fetch: null,
  calls: [],
  runtime: "interpreter",
  template: null,
};

/** A draft to begin with. */
export const EMPTY: FormDraft = formOf("", WRITTEN);

/** A tool as the form holds it. */
export function formOf(name: string, tool: ToolDraft): FormDraft {
  const { title, description, params, returns, source, examples, tests, limits, fetch, calls, runtime, template } = tool;
  const text = (value: unknown) => JSON.stringify(value ?? [], null, 2);
  return {
    name,
    tool: { title, description, params, returns, source, examples, tests, limits, fetch, calls, runtime, template },
    params: text(params),
    returns: text(returns),
    examples: text(examples),
    tests: text(tests),
  };
}

/** The tool that a form describes, or the fields that hold no JSON. */
export function toolOf(form: FormDraft): { readonly tool: ToolDraft } | { readonly wrong: readonly JsonField[] } {
  const read: Partial<Record<JsonField, unknown>> = {};
  const wrong: JsonField[] = [];
  for (const field of JSON_FIELDS) {
    try {
      read[field] = JSON.parse(form[field]) as unknown;
    } catch {
      wrong.push(field);
    }
  }
  if (wrong.length > 0) return { wrong };
  return { tool: { ...form.tool, ...(read as Pick<ToolDraft, JsonField>) } };
}
