/** Colours for code: the pieces of a text and what each is. Loaded only when there is code to show. */

import { createLowlight } from "lowlight";

/** What a piece of code is, as far as its colour goes. */
export type CodeKind = "comment" | "keyword" | "string" | "number" | "name" | "type" | "added" | "removed";

export interface CodePiece {
  readonly text: string;
  readonly kind: CodeKind | null;
}

type Grammar = Parameters<ReturnType<typeof createLowlight>["register"]>[1];

const GRAMMARS = {
  bash: () => import("highlight.js/lib/languages/bash"),
  c: () => import("highlight.js/lib/languages/c"),
  css: () => import("highlight.js/lib/languages/css"),
  diff: () => import("highlight.js/lib/languages/diff"),
  go: () => import("highlight.js/lib/languages/go"),
  ini: () => import("highlight.js/lib/languages/ini"),
  java: () => import("highlight.js/lib/languages/java"),
  javascript: () => import("highlight.js/lib/languages/javascript"),
  json: () => import("highlight.js/lib/languages/json"),
  markdown: () => import("highlight.js/lib/languages/markdown"),
  python: () => import("highlight.js/lib/languages/python"),
  rust: () => import("highlight.js/lib/languages/rust"),
  sql: () => import("highlight.js/lib/languages/sql"),
  typescript: () => import("highlight.js/lib/languages/typescript"),
  xml: () => import("highlight.js/lib/languages/xml"),
  yaml: () => import("highlight.js/lib/languages/yaml"),
} as const satisfies Readonly<Record<string, () => Promise<{ default: Grammar }>>>;

type Language = keyof typeof GRAMMARS;

const ALIASES: Readonly<Record<string, Language>> = {
  console: "bash",
  h: "c",
  html: "xml",
  js: "javascript",
  jsonc: "json",
  jsonl: "json",
  jsx: "javascript",
  md: "markdown",
  patch: "diff",
  py: "python",
  python3: "python",
  rs: "rust",
  sh: "bash",
  shell: "bash",
  svg: "xml",
  toml: "ini",
  ts: "typescript",
  tsx: "typescript",
  yml: "yaml",
  zsh: "bash",
};

/** More than this is shown without colours: they would cost more than they give. */
const LIMIT = 200_000;

const lowlight = createLowlight();

/** The language behind a name or a file ending; null when we have no colours for it. */
export function languageOf(name: string): Language | null {
  const asked = name.trim().toLowerCase();
  const plain = (Object.hasOwn(ALIASES, asked) ? ALIASES[asked] : undefined) ?? asked;
  return Object.hasOwn(GRAMMARS, plain) ? (plain as Language) : null;
}

/** The code in pieces; null when its language is not known or it is too long. */
export async function colour(code: string, language: string): Promise<readonly CodePiece[] | null> {
  const known = languageOf(language);
  if (known === null || code.length > LIMIT) return null;
  if (!lowlight.registered(known)) lowlight.register(known, (await GRAMMARS[known]()).default);
  const pieces: CodePiece[] = [];
  flatten(lowlight.highlight(known, code).children, null, pieces);
  return pieces;
}

type Nodes = ReturnType<typeof lowlight.highlight>["children"];

function flatten(nodes: Nodes, kind: CodeKind | null, pieces: CodePiece[]): void {
  for (const node of nodes) {
    if (node.type === "text") pieces.push({ text: node.value, kind });
    else if (node.type === "element") flatten(node.children, kindOf(node.properties.className) ?? kind, pieces);
  }
}

const KINDS: Readonly<Record<string, CodeKind>> = {
  addition: "added",
  attr: "name",
  attribute: "name",
  built_in: "type",
  bullet: "keyword",
  char: "string",
  class: "type",
  code: "string",
  comment: "comment",
  deletion: "removed",
  doctag: "comment",
  function: "name",
  keyword: "keyword",
  link: "string",
  literal: "number",
  meta: "comment",
  name: "keyword",
  number: "number",
  operator: "keyword",
  property: "name",
  quote: "comment",
  regexp: "string",
  section: "keyword",
  "selector-class": "type",
  "selector-id": "type",
  "selector-tag": "keyword",
  string: "string",
  strong: "keyword",
  subst: "name",
  symbol: "number",
  tag: "keyword",
  template: "string",
  title: "name",
  type: "type",
  variable: "name",
};

function kindOf(names: unknown): CodeKind | null {
  const first: unknown = Array.isArray(names) ? names[0] : undefined;
  return typeof first === "string" ? (KINDS[first.replace(/^hljs-/, "")] ?? null) : null;
}
