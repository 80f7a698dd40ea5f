/** Diffs of documents (agents, projects, memories …) in words: the server writes them as `field: value`. Pure. */

import type { Formats, PlainKey, Translate } from "@/i18n";

const FIELDS = {
  name: "document.name",
  title: "document.title",
  content: "document.content",
  description: "document.description",
  persona_text: "document.instructions",
  instructions: "document.instructions",
  icon: "document.icon",
  color: "document.color",
  "model.role": "document.role",
  "model.provider": "document.provider",
  "model.id": "document.model",
  "capabilities.allow": "document.tools",
  "capabilities.deny": "document.tools.deny",
  "policy.allow": "document.policy.allow",
  "policy.ask": "document.policy.ask",
  "policy.deny": "document.policy.deny",
  "policy.on_write": "document.policy.write",
  "budget.max_turns": "document.turns",
  "budget.max_tokens": "document.tokens",
  "budget.max_cost": "document.cost",
  "budget.max_seconds": "document.seconds",
  root: "document.folder",
  agent: "document.agent",
  project: "document.project",
  scope: "document.scope",
  kind: "document.kind",
  type: "document.kind",
  size: "document.size",
  made_by: "document.tool",
  pinned: "document.pinned",
  trust: "document.trust",
  result: "document.result",
  expires_at: "document.expires",
} as const satisfies Readonly<Record<string, PlainKey>>;

type Field = keyof typeof FIELDS;

/** What words stand for, by field. */
const VALUES: Readonly<Record<string, Readonly<Record<string, PlainKey>>>> = {
  "model.role": { general: "role.general", code: "role.code", creative: "role.creative", fast: "role.fast" },
  "policy.on_write": { ask: "agents.onwrite.ask", fail: "agents.onwrite.fail" },
  "capabilities.allow": { '["*"]': "document.everything" },
  color: {
    indigo: "agents.color.indigo",
    blue: "agents.color.blue",
    cyan: "agents.color.cyan",
    emerald: "agents.color.emerald",
    rose: "agents.color.rose",
    green: "agents.color.green",
    amber: "agents.color.amber",
    red: "agents.color.red",
    violet: "agents.color.violet",
    teal: "agents.color.teal",
    gray: "agents.color.gray",
  },
  type: {
    image: "artifacts.type.image",
    text: "artifacts.type.text",
    markdown: "artifacts.type.markdown",
    code: "artifacts.type.code",
    diff: "artifacts.type.diff",
    json: "artifacts.type.json",
    pdf: "artifacts.type.pdf",
    audio: "artifacts.type.audio",
    video: "artifacts.type.video",
    file: "artifacts.type.file",
  },
  scope: { "user:owner": "document.everywhere" },
  trust: { user: "document.trust.user", agent: "document.trust.agent", untrusted: "document.trust.none" },
  kind: {
    objective: "memory.kind.objective",
    finding: "memory.kind.finding",
    action: "memory.kind.action",
    error: "memory.kind.error",
    result: "memory.kind.result",
    fact: "memory.kind.fact",
    preference: "memory.kind.preference",
    decision: "memory.kind.decision",
    context: "memory.kind.context",
  },
};

/** What only the machine needs. A line counts as such by its value too, so that nobody's own words are left out. */
const UNTOLD = [
  /^sha256: [0-9a-f]{64}$/,
  /^mime: [\w.+-]+\/[\w.+-]+$/,
  /^(builtin|pinned): false$/,
  /^mode: (service|project_resident|meta_agent)$/,
  /^layer: (working|session|long_term)$/,
  /^(run|call): [a-z]+_\w+$/,
  /^source: [a-z]+:\S+$/,
  /^app: [a-z][\w-]*$/,
];

/** The same diff with fields called as people call them, and without what says nothing to them. */
export function inWords(diff: string, t: Translate, format: Formats): string {
  return diff
    .split("\n")
    .flatMap((line) => {
      if (/^(---|\+\+\+|@@)/.test(line)) return [line];
      const [mark, said] = [line.slice(0, 1), line.slice(1)];
      if (UNTOLD.some((form) => form.test(said))) return [];
      const [, name, value] = /^([a-z_]+(?:\.[a-z_]+)?):(?: (.*))?$/.exec(said) ?? [];
      if (name === undefined || !isField(name)) return [line];
      // A field that stayed as it was is no part of what changed.
      if (mark === " " && value !== undefined) return [];
      return [`${mark}${t(FIELDS[name])}:${value === undefined ? "" : ` ${valueOf(name, value, t, format)}`}`];
    })
    .join("\n");
}

function isField(name: string): name is Field {
  return Object.hasOwn(FIELDS, name);
}

function valueOf(name: Field, value: string, t: Translate, format: Formats): string {
  const known = VALUES[name]?.[value];
  if (known !== undefined) return t(known);
  if (name === "size") return format.bytes(Number(value));
  if (name === "scope") return value.replace(/^[a-z]+:/, "");
  if (name === "expires_at") return format.moment(value);
  if (/^-?\d+(\.\d+)?$/.test(value)) return format.number(Number(value));
  if (value === "true" || value === "false") return t(value === "true" ? "words.yes" : "words.no");
  return listed(value)?.join(", ") ?? value;
}

function listed(value: string): readonly string[] | null {
  if (!value.startsWith("[")) return null;
  try {
    const read: unknown = JSON.parse(value);
    return Array.isArray(read) && read.every((each) => typeof each === "string") ? read : null;
  } catch {
    return null;
  }
}
