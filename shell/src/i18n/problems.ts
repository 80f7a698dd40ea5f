/** Problems whose words never change, in the person's language; others speak for themselves. */

import type { Translate } from ".";

interface Told {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | null;
}

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
  return isFixed(problem.code) ? t(`problem.${problem.code}`) : problem.message;
}

/** What to do about it, if there is something. */
export function hintOf(problem: Told, t: Translate): string | null {
  return isFixed(problem.code) ? t(`problem.${problem.code}.hint`) : (problem.hint ?? null);
}
