/** The greeting and the one sentence under it. Pure. */

import type { Home } from "@/api";
import type { Translate } from "@/i18n";

/** "Good morning, Ana", by the hour. */
export function greeting(hour: number, name: string, t: Translate): string {
  const part = hour >= 5 && hour < 12 ? "morning" : hour >= 12 && hour < 18 ? "afternoon" : "evening";
  const words = t(`home.greeting.${part}`);
  return name.trim() === "" ? words : t("home.greeting.named", { greeting: words, name: name.trim() });
}

/** What waits and what goes on, in a sentence or two. */
export function summary(home: Home, t: Translate): string {
  if (isFresh(home)) return t("home.summary.first");
  const waiting = home.pending_total;
  const unseen = home.running_total - home.running.length;
  const running = home.running.filter((run) => run.status === "executing").length + unseen;
  if (waiting === 0 && running === 0) return t("home.summary.quiet");
  return [
    waiting > 0 ? t("home.summary.waiting", { count: waiting }) : "",
    running > 0 ? t("home.summary.running", { count: running }) : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** Whether nothing has ever been done here. */
export function isFresh(home: Home): boolean {
  return home.recent.length === 0 && home.running.length === 0 && home.pending.length === 0;
}
