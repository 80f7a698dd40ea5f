/** How things stand, as colours, shapes and words. Pure. */

import type { AtlasBand, AtlasPace } from "@/api";
import type { Key, Translate } from "@/i18n";
import type { Tone } from "@/ui";

export const BANDS: readonly AtlasBand[] = ["excellent", "good", "fair", "poor", "none"];

/** Classes that set `currentColor`. */
export const BAND_INK: Readonly<Record<AtlasBand, string>> = {
  excellent: "text-run",
  good: "text-ok",
  fair: "text-warn",
  poor: "text-bad",
  none: "text-faint",
};

export const BAND_GROUND: Readonly<Record<AtlasBand, string>> = {
  excellent: "bg-run",
  good: "bg-ok",
  fair: "bg-warn",
  poor: "bg-bad",
  none: "bg-faint",
};

export const BAND_FILL: Readonly<Record<AtlasBand, string>> = {
  excellent: "fill-run",
  good: "fill-ok",
  fair: "fill-warn",
  poor: "fill-bad",
  none: "fill-faint",
};

export const BAND_TONE: Readonly<Record<AtlasBand, Tone>> = {
  excellent: "run",
  good: "ok",
  fair: "warn",
  poor: "bad",
  none: "neutral",
};

/** A shape for each, so that nobody has to tell colours apart. */
export const BAND_SHAPE: Readonly<Record<AtlasBand, string>> = {
  excellent: "M5 .4 9.6 5 8.2 6.4 5 3.2 1.8 6.4.4 5ZM5 4.6l3.2 3.2L6.9 9.2 5 7.3 3.1 9.2 1.8 7.8Z",
  good: "M5 1.2a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6Z",
  fair: "M5 .7 9.6 9H.4Z",
  poor: "M1.6 1.6h6.8v6.8H1.6Z",
  none: "M5 1a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm0 1.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
};

/** The band of a share in per cent (AT-22). */
export function bandOf(percent: number | null | undefined): AtlasBand {
  if (percent == null) return "none";
  return percent > 105 ? "excellent" : percent >= 100 ? "good" : percent >= 71 ? "fair" : "poor";
}

export const PACE_TONE: Readonly<Record<AtlasPace, Tone>> = { on_track: "ok", at_risk: "warn", off_track: "bad" };

const STATUS_TONE: Readonly<Record<string, Tone>> = {
  completed: "ok",
  done: "ok",
  resolved: "ok",
  discussed: "ok",
  scheduled: "run",
  on_track: "ok",
  in_progress: "run",
  active: "run",
  review: "run",
  at_risk: "warn",
  on_hold: "warn",
  delayed: "bad",
  behind: "bad",
  off_track: "bad",
};

export const statusTone = (status: string | null | undefined): Tone => STATUS_TONE[status ?? ""] ?? "neutral";

const STATUSES: readonly string[] = [
  "not_started", "in_progress", "completed", "at_risk", "delayed", "on_track", "off_track", "behind", "cancelled", "planned",
  "on_hold", "planning", "active", "draft", "todo", "review", "done", "resolved", "scheduled", "pending", "discussed", "deferred", "dismissed",
];

/** A status in words; one that came with an import and nobody knows is said as it is. */
export function statusWords(status: string | null | undefined, t: Translate): string {
  if (status == null || status === "") return t("atlas.status.none");
  return STATUSES.includes(status) ? t(`atlas.status.${status}` as Key & "atlas.status.done") : status;
}

/** Whether a person's status and what the figures say mean the same. */
export function agrees(status: string | null | undefined, pace: AtlasPace): boolean {
  const good = ["on_track", "in_progress", "completed", "active", "done"];
  const bad = ["delayed", "behind", "off_track"];
  if (pace === "on_track") return good.includes(status ?? "");
  return pace === "at_risk" ? status === "at_risk" : bad.includes(status ?? "");
}
