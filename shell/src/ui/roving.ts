/** Arrow keys inside a group that is one stop of the tab key. Pure, but for the focus. */

import type { KeyboardEvent } from "react";

const REACHABLE = "a[href], button:not([disabled]), input:not([disabled]), select:not([disabled])";
const FORWARD = new Set(["ArrowRight", "ArrowDown"]);
const BACKWARD = new Set(["ArrowLeft", "ArrowUp"]);

/** The place an arrow, Home or End leads to among `count`; null when the key is not for us. */
export function nextPlace(key: string, place: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (FORWARD.has(key)) return (place + 1) % count;
  if (BACKWARD.has(key)) return (place - 1 + count) % count;
  return null;
}

/** Move the focus between the controls of a group. Keys that a text field needs stay with it. */
export function rove(event: KeyboardEvent<HTMLElement>): void {
  if (event.target instanceof HTMLInputElement) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(REACHABLE)];
  const place = stops.indexOf(event.target as HTMLElement);
  const next = place === -1 ? null : nextPlace(event.key, place, stops.length);
  if (next === null) return;
  event.preventDefault();
  stops[next]?.focus();
}
