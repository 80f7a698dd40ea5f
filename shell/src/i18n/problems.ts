/** Problems in the person's language: by their code, with the name of the thing the server's message quotes. */

import { dictionaryOf, type ProblemWords } from "./dictionaries";
import { useLocale } from "./locale";
import type { Translate } from ".";

interface Told {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | null;
}

/** Problems that are a person's own doing: their words are the desktop's in every language. */
const FIXED = [
  "interrupted",
  "cancelled",
  "denied",
  "turn_running",
  "already_decided",
  "approval_stale",
  "nothing_to_undo",
] as const;
type Fixed = (typeof FIXED)[number];

function isFixed(code: string): code is Fixed {
  return FIXED.some((fixed) => fixed === code);
}

/** What happened. */
export function messageOf(problem: Told, t: Translate): string {
  if (isFixed(problem.code)) return t(`problem.${problem.code}`);
  const words = wordsOf(problem.code);
  return words === undefined ? problem.message : retell(words, problem.message);
}

/** What to do about it, if there is something. */
export function hintOf(problem: Told, t: Translate): string | null {
  if (isFixed(problem.code)) return t(`problem.${problem.code}.hint`);
  return wordsOf(problem.code)?.hint ?? problem.hint ?? null;
}

/** What is wrong with a workflow, and what to do: findings have codes of their own, some with words for each field; the rest are problems as everywhere. */
export function findingOf(finding: Told & { readonly field?: string | null }, t: Translate): { readonly message: string; readonly hint: string | null } {
  const { findings } = dictionaryOf(useLocale.getState().locale);
  const key = [`${finding.code}.${finding.field ?? ""}`, finding.code].find((each) => Object.hasOwn(findings, each));
  const words = key === undefined ? undefined : findings[key];
  if (words === undefined) return { message: messageOf(finding, t), hint: hintOf(finding, t) };
  return { message: retell(words, finding.message), hint: words.hint ?? finding.hint ?? null };
}

/** The same problem in other words; of a broad kind the server's own words are kept beside them. */
export function retell(words: ProblemWords, message: string): string {
  if (words.spoken && message !== "") return message;
  const name = quoted(message);
  const said = name !== null && words.named !== undefined ? words.named.replaceAll("{name}", () => name) : words.message;
  return words.broad && message !== "" ? `${said} (${message})` : said;
}

/** The first thing a message names; names stand in quotes there. */
export function quoted(message: string): string | null {
  const found = /(?<![\p{L}\p{N}])(?:'((?:[^'\\]|\\.)+)'|"((?:[^"\\]|\\.)+)")/u.exec(message);
  return found?.[1] ?? found?.[2] ?? null;
}

function wordsOf(code: string): ProblemWords | undefined {
  const { problems } = dictionaryOf(useLocale.getState().locale);
  return Object.hasOwn(problems, code) ? problems[code] : undefined;
}
