/** What is pinned to the dock: by a person, or else by what the desktop is used for. Pure. */

import { type Purpose, type Screen, SCREEN_GROUPS, type ScreenGroup, type ScreenPlace } from "@/ui";

export type Pins = readonly string[];

/** What the dock knows of a screen. */
export type Listed = Pick<Screen, "id" | "dock">;

/** Some screens of one group, by their ids. */
export interface PinnedGroup {
  readonly group: ScreenGroup;
  readonly ids: readonly string[];
}

/** The place of a screen in the dock; null when it has none of its own. */
export function placeOf({ dock }: Listed): ScreenPlace | null {
  return typeof dock === "object" ? dock : null;
}

/** All screens that have a place, group by group, in the order that they ask for. */
export function screensByGroup<S extends Listed>(screens: readonly S[]): readonly { readonly group: ScreenGroup; readonly screens: readonly S[] }[] {
  const order = (screen: S) => placeOf(screen)?.order ?? 0;
  return SCREEN_GROUPS.map((group) => ({
    group,
    screens: screens.filter((screen) => placeOf(screen)?.group === group).sort((a, b) => order(a) - order(b)),
  })).filter((each) => each.screens.length > 0);
}

/** What is pinned while a person has pinned nothing. Who has not said a purpose explores. */
export function defaultPins(screens: readonly Listed[], purpose: Purpose | null): Pins {
  const meant = purpose ?? "explore";
  const isMeant = ({ pinnedFor }: ScreenPlace) => pinnedFor === "all" || (pinnedFor?.includes(meant) ?? false);
  const placed = screensByGroup(screens).flatMap((each) => each.screens);
  return [...firstIds(screens), ...placed.filter((screen) => isMeant(placeOf(screen) as ScreenPlace)).map(({ id }) => id)];
}

/** What is pinned now: what a person chose, else the defaults of the purpose. */
export function currentPins(screens: readonly Listed[], chosen: Pins, purpose: Purpose | null): Pins {
  return chosen.length === 0 ? defaultPins(screens, purpose) : chosen;
}

/** The pins as the dock shows them: groups in the order of their first pin; ids that no screen has are left out. */
export function arrange(screens: readonly Listed[], pins: Pins): readonly PinnedGroup[] {
  const groups = new Map<ScreenGroup, string[]>();
  for (const id of new Set(pins)) {
    const group = groupOf(screens, id);
    if (group === null) continue;
    const ids = groups.get(group) ?? [];
    groups.set(group, ids);
    ids.push(id);
  }
  return [...groups].map(([group, ids]) => ({ group, ids }));
}

/** The pins with one more, last in its group. A group that was not shown comes where groups usually stand. */
export function pin(screens: readonly Listed[], pins: Pins, id: string): Pins {
  const group = groupOf(screens, id);
  if (pins.includes(id) || group === null) return pins;
  const rank = (each: ScreenGroup) => SCREEN_GROUPS.indexOf(each);
  const groups = arrange(screens, pins);
  const own = groups.findLast((each) => each.group === group)?.ids.at(-1);
  if (own !== undefined) return insert(pins, id, pins.indexOf(own) + 1);
  const next = groups.find((each) => rank(each.group) > rank(group))?.ids[0];
  return insert(pins, id, next === undefined ? pins.length : pins.indexOf(next));
}

/** The pins without one. They never become empty, which would bring the defaults back. */
export function unpin(screens: readonly Listed[], pins: Pins, id: string): Pins {
  const left = pins.filter((each) => each !== id);
  return left.length === 0 ? firstIds(screens) : left;
}

/** The group a pinned id belongs to; null for a screen without a place, and for an app that is gone. */
export function groupOf(screens: readonly Listed[], id: string): ScreenGroup | null {
  const screen = screens.find((each) => each.id === id);
  return screen === undefined ? null : (placeOf(screen)?.group ?? null);
}

function firstIds(screens: readonly Listed[]): Pins {
  return screens.filter(({ dock }) => dock === "first").map(({ id }) => id);
}

function insert(pins: Pins, id: string, at: number): Pins {
  return [...pins.slice(0, at), id, ...pins.slice(at)];
}
