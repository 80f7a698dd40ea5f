/** Why a version was made, in words. Pure. */

import type { PlanVersion } from "@/api";
import type { Translate } from "@/i18n";
import { pathWords } from "./paths";

const KNOWN = ["created", "imported", "reviewed", "accepted", "cancelled"] as const;
const TURNS = { undo: "plans.reason.undo", redo: "plans.reason.redo", approved: "plans.reason.approved", "restored version": "plans.reason.restored" } as const;
const EDITS = { set: "plans.reason.set", add: "plans.reason.add", drop: "plans.reason.drop", move: "plans.reason.move" } as const;

/** What the log says about a version: `answered c1` and `set steps.2.title` for people; somebody's own words as they are. */
export function reasonWords(reason: string, t: Translate): string {
  const known = KNOWN.find((each) => each === reason);
  if (known !== undefined) return t(`plans.reason.${known}`);
  if (/^(answered|dropped|waiting) \S+$/.test(reason)) return t("plans.reason.answered");
  if (/^(mended|repaired) [A-Z]\d/.test(reason)) return t("plans.reason.mended");
  const turn = /^(undo|redo|approved|restored version) (\d+)$/.exec(reason);
  if (turn) return t(TURNS[turn[1] as keyof typeof TURNS], { version: Number(turn[2]) });
  const edit = /^(set|add|drop|move)(?: (\S+))?(?: and \d+ more)?$/.exec(reason);
  if (edit) {
    const place = edit[2] ?? "";
    return t(EDITS[edit[1] as keyof typeof EDITS], { place: edit[1] === "set" ? pathWords(place, t) : place });
  }
  return reason;
}

/** Whether the latest version came of going back or forth: only then there is something to go forward to. */
export function wasTurned(history: readonly Pick<PlanVersion, "version" | "reason">[]): boolean {
  const last = history.reduce<Pick<PlanVersion, "version" | "reason"> | null>((latest, each) => (latest === null || latest.version < each.version ? each : latest), null);
  return last !== null && /^(undo|redo) \d+$/.test(last.reason);
}
