/** A line of a story, and problems as it tells them. Pure. */

import type { FactOf } from "@/api";
import { hintOf, messageOf, type Translate } from "@/i18n";
import type { Status } from "@/ui";

export interface Line {
  readonly status: Status;
  readonly title: string;
  /** Words behind the title: what was said, why, what went wrong. */
  readonly detail?: string;
  readonly duration?: number;
  /** What a curious person may unfold: parameters, results. */
  readonly data?: unknown;
}

/** A problem in one paragraph: what went wrong, and what to do about it. */
export function wordsOf(problem: FactOf<"step.failed">["error"], t: Translate): string {
  return [messageOf(problem, t), hintOf(problem, t)].filter(Boolean).join(" ");
}
