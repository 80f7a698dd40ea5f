/** Answers to a question, read apart: the thing, where it stands, and how. Pure. */

import type { Translate } from "@/i18n";
import { wordOf } from "./records/records";

export interface Answer {
  readonly title: string;
  readonly where: string | null;
  readonly status: string | null;
}

/** `Grow revenue — Finance (at_risk)` is a thing, where it stands, and its status; anything else is one answer. */
export function answerIn(label: string, t: Translate): Answer {
  const place = label.lastIndexOf(" — ");
  if (place <= 0) return { title: label, where: null, status: null };
  const [title, rest] = [label.slice(0, place), label.slice(place + 3).trim()];
  const [, where = rest, said] = /^(.*?)\s*\(([a-z_]+)\)$/.exec(rest) ?? [];
  const status = said === undefined ? null : (wordOf(said, t) ?? said.replaceAll("_", " "));
  return { title, where: where || null, status };
}
