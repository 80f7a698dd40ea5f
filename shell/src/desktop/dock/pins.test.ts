import { describe, expect, it } from "vitest";

import type { Purpose, ScreenGroup } from "@/ui";
import { arrange, currentPins, defaultPins, type Listed, pin, screensByGroup, unpin } from "./pins";

const at = (id: string, group: ScreenGroup, order: number, pinnedFor?: readonly Purpose[] | "all"): Listed => ({
  id,
  dock: { group, order, briefKey: "home.title", pinnedFor },
});

const SCREENS: readonly Listed[] = [
  at("tools", "workshop", 20),
  at("agents", "workshop", 10, ["code", "explore"]),
  { id: "home", dock: "first" },
  at("plans", "work", 20, ["code"]),
  at("approvals", "work", 10, "all"),
  at("atlas", "apps", 20, ["goals", "explore"]),
  at("school", "apps", 10, ["teach", "explore"]),
  { id: "welcome", dock: false },
];

describe("what is pinned while a person has pinned nothing", () => {
  it("follows from the purpose, in the order of groups and screens, after what always stands first", () => {
    expect(defaultPins(SCREENS, "teach")).toEqual(["home", "school", "approvals"]);
    expect(defaultPins(SCREENS, "goals")).toEqual(["home", "atlas", "approvals"]);
    expect(defaultPins(SCREENS, "code")).toEqual(["home", "approvals", "plans", "agents"]);
    expect(defaultPins(SCREENS, "explore")).toEqual(["home", "school", "atlas", "approvals", "agents"]);
  });

  it("is for exploring when no purpose was said", () => {
    expect(defaultPins(SCREENS, null)).toEqual(defaultPins(SCREENS, "explore"));
  });

  it("gives way to what a person pinned", () => {
    expect(currentPins(SCREENS, [], "teach")).toEqual(["home", "school", "approvals"]);
    expect(currentPins(SCREENS, ["tools"], "teach")).toEqual(["tools"]);
  });
});

describe("the dock", () => {
  it("shows groups in the order of their first pin, and neither strangers nor the same twice", () => {
    expect(arrange(SCREENS, ["home", "plans", "gone.app", "school", "approvals", "plans", "welcome"])).toEqual([
      { group: "work", ids: ["plans", "approvals"] },
      { group: "apps", ids: ["school"] },
    ]);
  });

  it("lists all screens that have a place by group", () => {
    expect(screensByGroup(SCREENS).map(({ group, screens }) => [group, screens.map(({ id }) => id)])).toEqual([
      ["apps", ["school", "atlas"]],
      ["work", ["approvals", "plans"]],
      ["workshop", ["agents", "tools"]],
    ]);
  });
});

describe("pinning", () => {
  it("puts a screen last into its group, wherever that stands", () => {
    expect(pin(SCREENS, ["home", "plans", "school"], "approvals")).toEqual(["home", "plans", "approvals", "school"]);
    expect(pin(SCREENS, ["home", "approvals", "gone.app", "agents"], "plans")).toEqual(["home", "approvals", "plans", "gone.app", "agents"]);
  });

  it("brings a group back to where groups usually stand", () => {
    expect(pin(SCREENS, ["home", "school", "agents"], "plans")).toEqual(["home", "school", "plans", "agents"]);
    expect(pin(SCREENS, ["home", "school"], "tools")).toEqual(["home", "school", "tools"]);
  });

  it("changes nothing for what is pinned, or has no place", () => {
    const pins = ["home", "school"];
    for (const id of ["school", "home", "welcome", "gone.app"]) expect(pin(SCREENS, pins, id)).toBe(pins);
  });
});

describe("unpinning", () => {
  it("takes one away and keeps the ids of apps that are gone", () => {
    expect(unpin(SCREENS, ["home", "gone.app", "school", "atlas"], "school")).toEqual(["home", "gone.app", "atlas"]);
  });

  it("leaves the first screen, so that the defaults do not come back by themselves", () => {
    expect(unpin(SCREENS, ["school"], "school")).toEqual(["home"]);
  });
});
