/** What was chosen or opened lately, the latest first. */

import { keepJson, readJson } from "@/state";

/** A choice by its id; a thing that is not always there brings its title and address along. */
export interface Recent {
  readonly id: string;
  readonly title?: string;
  readonly detail?: string;
  readonly path?: string;
}

const REMEMBERED = "aule.recent";
const KEPT = 16;

/** Recent choices and openings. */
export function recents(): readonly Recent[] {
  const kept = readJson<unknown>(localStorage, REMEMBERED, []);
  return Array.isArray(kept) ? kept.filter(isRecent) : [];
}

/** Remember a choice. */
export function noteRecent(recent: Recent): void {
  const others = recents().filter((other) => other.id !== recent.id);
  keepJson(localStorage, REMEMBERED, [recent, ...others].slice(0, KEPT));
}

/** The id of something that has an address: opened from wherever, it is the same thing. */
export function pageId(path: string): string {
  return `page:${path}`;
}

function isRecent(kept: unknown): kept is Recent {
  return typeof kept === "object" && kept !== null && "id" in kept && typeof kept.id === "string";
}
