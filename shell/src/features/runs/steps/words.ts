/** A step in words. Pure. */

import type { StepView } from "@/api";
import type { Translate } from "@/i18n";
import { isRepetition } from "./tree";

/** What a step is called: its title, else its own name; a repetition by its number, counted as people do. */
export function nameOf(step: Pick<StepView, "place" | "title">, t: Translate): string {
  const number = numberOf(step.place);
  return number === undefined ? titleOf(step) : t("steps.repetition", { name: titleOf(step), number });
}

/** What a step is called without its number. */
export function titleOf({ place, title }: Pick<StepView, "place" | "title">): string {
  return title.trim() || (place.split("/").at(-1) ?? "").replace(/\[\d+\]$/, "");
}

/** Which repetition a place is, counted as people do; nothing for any other step. */
export function numberOf(place: string): number | undefined {
  const index = /\[(\d+)\]$/.exec(place)?.[1];
  return index === undefined ? undefined : Number(index) + 1;
}

/** How a step stands, in a few words: why it waits where it waits. */
export function standingOf(step: StepView, t: Translate): string {
  if (step.status === "waiting" && step.moment !== null && step.moment !== "unknown") return t(`steps.moment.${step.moment}`);
  if (step.status === "pending" && step.again_at !== null) return t("steps.again");
  if (step.status === "skipped" && step.skipped !== null) return t(`steps.skipped.${step.skipped}`);
  return t(`steps.status.${step.status}`);
}

/** The parts that are over, of how many; nothing for a step without parts or before they are known. */
export function countOf({ done, total }: Pick<StepView, "done" | "total">, t: Translate): string | undefined {
  return total === null ? undefined : t("steps.count", { done: done ?? 0, total });
}

/** Whether its time says something: it is at work, or its work is over. */
export function isTimed(step: StepView): step is StepView & { started_at: string } {
  if (step.started_at === null || step.kind === "human") return false;
  return step.status === "running" || (step.finished_at !== null && (step.status === "done" || step.status === "failed"));
}

/** Everything a picture of a step shows, as one sentence. */
export function spoken(step: StepView, t: Translate): string {
  const marks = [
    countOf(step, t),
    step.attempt > 1 ? t("steps.attempt", { number: step.attempt }) : undefined,
    step.stops_before ? t("steps.stops.before") : undefined,
    step.stops_after ? t("steps.stops.after") : undefined,
    step.repeats && !isRepetition(step.place) ? t("steps.repeats") : undefined,
  ];
  return [nameOf(step, t), t(`steps.kind.${step.kind}`), standingOf(step, t), ...marks].filter(Boolean).join(", ");
}
