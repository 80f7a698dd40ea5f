/** The way to what is on the stage: system, screen, what the screen names. Pure. */

import type { Crumb } from "@/state";

export interface Place {
  /** The fixed part of the screen's path, and its name. */
  readonly root: string;
  readonly label: string;
}

interface Named {
  readonly path: string;
  readonly title: string;
  readonly above: readonly Crumb[];
}

/** The crumbs from the screen to the thing shown; the last one is where one is. */
export function trailOf(place: Place, path: string, named: Named): readonly Crumb[] {
  const screen = { label: place.label, href: place.root };
  // Detail screens give their name; on its own root, and under its own name, a screen is already named.
  if (path === place.root || named.path !== path || named.title === place.label) return [screen];
  return [screen, ...named.above, { label: named.title, href: path }];
}
