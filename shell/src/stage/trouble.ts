/** An error in words for people: what happened, and a hint. */

import { isProblem } from "@/api";
import { hintOf, messageOf, type Translate } from "@/i18n";
import { toast } from "@/ui";

export interface TroubleWords {
  readonly message: string;
  readonly hint: string | null;
}

export function troubleOf(error: unknown, t: Translate): TroubleWords {
  if (isProblem(error, "network")) return { message: t("error.network"), hint: plain(t("error.network.hint")) };
  if (isProblem(error)) {
    if (error.status === 412) return { message: t("error.stale"), hint: null };
    const hint = hintOf(error, t);
    return { message: messageOf(error, t), hint: hint === null ? null : plain(hint) };
  }
  return { message: t("error.title"), hint: error instanceof Error ? error.message : null };
}

/** Say it at the edge of the screen, for things that have no place of their own. */
export function tellTrouble(error: unknown, t: Translate): void {
  const { message, hint } = troubleOf(error, t);
  toast.error(message, hint === null ? undefined : { description: hint });
}

/** Hints are written with `code` marks for terminals; here they read better without. */
function plain(hint: string): string {
  return hint.replaceAll("`", "");
}
