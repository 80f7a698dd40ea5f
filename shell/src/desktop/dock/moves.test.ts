import { describe, expect, it } from "vitest";

import { SCREEN_GROUPS } from "@/ui";
import { groupStep, itemStep, type Move, moved, standing } from "./moves";
import { arrange, type Listed, pin, type Pins, unpin } from "./pins";

/** Four screens in each of the five groups: `apps0` … `system3`. */
const SCREENS: readonly Listed[] = [
  { id: "home", dock: "first" },
  ...SCREEN_GROUPS.flatMap((group) =>
    [0, 1, 2, 3].map((order): Listed => ({ id: `${group}${order}`, dock: { group, order, briefKey: "home.title" } })),
  ),
];
const PINS: Pins = ["home", "apps0", "gone.app", "apps1", "apps2", "work0", "work1", "other.gone", "library0"];
const groupsOf = (pins: Pins) => arrange(SCREENS, pins);

describe("moving an item", () => {
  it("goes one place inside its group, and nowhere at its edges", () => {
    const groups = groupsOf(PINS);
    expect(itemStep(groups, "apps1", "up")).toEqual({ kind: "item", id: "apps1", before: "apps0" });
    expect(itemStep(groups, "apps0", "down")).toEqual({ kind: "item", id: "apps0", before: "apps2" });
    expect(itemStep(groups, "apps1", "down")).toEqual({ kind: "item", id: "apps1", before: null });
    expect([itemStep(groups, "apps0", "up"), itemStep(groups, "apps2", "down"), itemStep(groups, "gone.app", "up")]).toEqual([null, null, null]);
  });

  it("leaves the ids that are not shown where they are", () => {
    const pins = moved(SCREENS, PINS, { kind: "item", id: "apps2", before: "apps0" });
    expect(pins).toEqual(["home", "apps2", "gone.app", "apps0", "apps1", "work0", "work1", "other.gone", "library0"]);
    expect(standing(groupsOf(pins), { kind: "item", id: "apps2", before: "apps0" })).toEqual({ place: 1, count: 3 });
  });

  it("never leaves its group", () => {
    expect(moved(SCREENS, PINS, { kind: "item", id: "apps2", before: "work0" })).toEqual(PINS);
  });
});

describe("moving a group", () => {
  it("takes all of its items along", () => {
    const move = groupStep(groupsOf(PINS), "work", "up");
    expect(move).toEqual({ kind: "group", group: "work", before: "apps" });
    const groups = groupsOf(moved(SCREENS, PINS, move as Move));
    expect(groups.map(({ group }) => group)).toEqual(["work", "apps", "library"]);
    expect(standing(groups, move as Move)).toEqual({ place: 1, count: 3 });
  });

  it("goes nowhere at the edges, nor before a group that is not shown", () => {
    expect([groupStep(groupsOf(PINS), "apps", "up"), groupStep(groupsOf(PINS), "library", "down")]).toEqual([null, null]);
    expect(moved(SCREENS, PINS, { kind: "group", group: "apps", before: "system" })).toEqual(PINS);
  });
});

describe("whatever somebody does", () => {
  it("loses no id, doubles none, keeps strangers, and can be taken back step by step", () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const dice = diceOf(seed);
      let pins = PINS;
      for (let step = 0; step < 60; step += 1) {
        const before = pins;
        pins = anyChange(pins, dice);
        expect(new Set(pins).size).toBe(pins.length);
        expect(pins.filter((id) => id.includes("gone"))).toEqual(["gone.app", "other.gone"]);
        expect(pins.length).toBeGreaterThan(0);
        const groups = groupsOf(pins);
        expect(groups.flatMap(({ ids }) => ids).sort()).toEqual(pins.filter((id) => /\d$/.test(id)).sort());
        // Shown and read again, it is the same dock.
        expect(groupsOf(groups.flatMap(({ ids }) => ids))).toEqual(groups);
        expect(Math.abs(pins.length - before.length)).toBeLessThanOrEqual(1);
      }
    }
  });

  it("comes to the same when a move is made twice, and one way undoes the other", () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const dice = diceOf(seed);
      let pins = PINS;
      for (let step = 0; step < 20; step += 1) pins = anyChange(pins, dice);
      const groups = groupsOf(pins);
      for (const { group, ids } of groups) {
        for (const [there, back] of [["up", "down"], ["down", "up"]] as const) {
          const moves = [groupStep(groups, group, there), ...ids.map((id) => itemStep(groups, id, there))];
          for (const move of moves.filter((each) => each !== null)) {
            const after = moved(SCREENS, pins, move);
            expect(moved(SCREENS, after, move)).toEqual(after);
            const return_ = move.kind === "item" ? itemStep(groupsOf(after), move.id, back) : groupStep(groupsOf(after), move.group, back);
            expect(groupsOf(moved(SCREENS, after, return_ as Move))).toEqual(groups);
          }
        }
      }
    }
  });
});

/** A change by chance: pin, unpin, or move something that may be there or not. */
function anyChange(pins: Pins, dice: (sides: number) => number): Pins {
  const any = <T,>(list: readonly T[]): T => list[dice(list.length)] as T;
  const id = any(SCREENS).id;
  const way = any(["up", "down"] as const);
  const groups = groupsOf(pins);
  const moves: readonly (Move | null)[] = [
    itemStep(groups, id, way),
    groupStep(groups, any(SCREEN_GROUPS), way),
    { kind: "item", id, before: any([...SCREENS.map((screen) => screen.id), null]) },
    { kind: "group", group: any(SCREEN_GROUPS), before: any([...SCREEN_GROUPS, null]) },
  ];
  if (dice(4) === 0) return pin(SCREENS, pins, id);
  if (dice(4) === 0) return unpin(SCREENS, pins, id);
  const move = any(moves);
  return move === null ? pins : moved(SCREENS, pins, move);
}

/** Numbers that look like chance and are the same each time. */
function diceOf(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
