/** Putting pins in another order: an item inside its group, or a group among the groups. Pure. */

import type { ScreenGroup } from "@/ui";
import { arrange, groupOf, type Listed, type PinnedGroup, type Pins } from "./pins";

/** Where something shall stand: before another of its kind, or last. Made twice, it changes nothing more. */
export type Move =
  | { readonly kind: "item"; readonly id: string; readonly before: string | null }
  | { readonly kind: "group"; readonly group: ScreenGroup; readonly before: ScreenGroup | null };

export type Way = "up" | "down";

/** The pins after a move. Ids that are not shown keep their places in the list. */
export function moved(screens: readonly Listed[], pins: Pins, move: Move): Pins {
  const groups = arrange(screens, pins);
  return refill(screens, pins, move.kind === "item" ? movedItem(groups, move.id, move.before) : movedGroup(groups, move.group, move.before));
}

/** The move of an item by one place inside its group; null at the edge. */
export function itemStep(groups: readonly PinnedGroup[], id: string, way: Way): Move | null {
  const ids = groups.find((each) => each.ids.includes(id))?.ids ?? [];
  const before = stepBefore(ids, id, way);
  return before === undefined ? null : { kind: "item", id, before };
}

/** The move of a group by one place; null at the edge. */
export function groupStep(groups: readonly PinnedGroup[], group: ScreenGroup, way: Way): Move | null {
  const order = groups.map((each) => each.group);
  const before = stepBefore(order, group, way);
  return before === undefined ? null : { kind: "group", group, before };
}

/** Where something stands among its kind, counted from one. */
export function standing(groups: readonly PinnedGroup[], move: Move): { readonly place: number; readonly count: number } {
  const [order, key]: readonly [readonly string[], string] =
    move.kind === "group"
      ? [groups.map(({ group }) => group), move.group]
      : [groups.find(({ ids }) => ids.includes(move.id))?.ids ?? [], move.id];
  return { place: order.indexOf(key) + 1, count: order.length };
}

function movedItem(groups: readonly PinnedGroup[], id: string, before: string | null): readonly PinnedGroup[] {
  return groups.map((each) => {
    const isOwn = each.ids.includes(id) && (before === null || each.ids.includes(before));
    return isOwn ? { ...each, ids: placed(each.ids, id, before) } : each;
  });
}

function movedGroup(groups: readonly PinnedGroup[], group: ScreenGroup, before: ScreenGroup | null): readonly PinnedGroup[] {
  const order = groups.map((each) => each.group);
  if (!order.includes(group) || (before !== null && !order.includes(before))) return groups;
  return placed(order, group, before).flatMap((name) => groups.filter((each) => each.group === name));
}

/** The list with a member put before another, or last. */
function placed<T>(list: readonly T[], member: T, before: T | null): readonly T[] {
  if (member === before) return list;
  const others = list.filter((each) => each !== member);
  const at = before === null ? others.length : others.indexOf(before);
  return [...others.slice(0, at), member, ...others.slice(at)];
}

/** What a member has to stand before to be one place further; undefined at the edge. */
function stepBefore<T>(list: readonly T[], member: T, way: Way): T | null | undefined {
  const place = list.indexOf(member);
  if (place === -1) return undefined;
  if (way === "up") return list[place - 1];
  return place + 1 === list.length ? undefined : (list[place + 2] ?? null);
}

/** The list with its shown ids in this order, each once; the others stay where they are. */
function refill(screens: readonly Listed[], pins: Pins, groups: readonly PinnedGroup[]): Pins {
  const order = groups.flatMap((each) => each.ids).values();
  return [...new Set(pins)].map((id) => (groupOf(screens, id) === null ? id : (order.next().value ?? id)));
}
