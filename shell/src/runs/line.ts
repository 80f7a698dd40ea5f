/** A line of a story, and problems as it tells them. Pure. */

import type { FactOf, Result } from "@/api";
import { hintOf, messageOf, type Translate } from "@/i18n";
import type { Status } from "@/ui";
import type { Printed } from "./printed";

/** A command and what it prints. */
export interface CommandLine {
  readonly call: string;
  readonly command: string;
  readonly printed: Printed | undefined;
  readonly result: Result | undefined;
}

export interface Line {
  readonly status: Status;
  readonly title: string;
  /** Words behind the title: what was said, why, what went wrong. */
  readonly detail?: string;
  readonly duration?: number;
  /** What a curious person may unfold: parameters, results. */
  readonly data?: unknown;
  /** What a command prints, when the line is about one that ran. */
  readonly terminal?: CommandLine;
}

/** A problem in one paragraph: what went wrong, and what to do about it. */
export function wordsOf(problem: FactOf<"step.failed">["error"], t: Translate): string {
  return [messageOf(problem, t), hintOf(problem, t)].filter(Boolean).join(" ");
}

/** The first line of what a problem says: what follows it is what somebody printed. */
export function sentenceOf(words: string): string {
  return words.split("\n", 1)[0] ?? "";
}
