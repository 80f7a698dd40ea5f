import { expect, test } from "vitest";

import type { Purpose } from "@/ui";
import { defaultPins, placeOf } from "./dock/pins";
import { ALL_ACTIONS, SCREENS, screenAt } from "./screens";

test("an address belongs to the screen whose root it stands under, whatever is asked behind it", () => {
  expect(screenAt("/")?.id).toBe("home");
  expect(screenAt("/?chat=cnv_1")?.id).toBe("home");
  expect(screenAt("/activity/run_1?x=1")?.id).toBe("activity");
  expect(screenAt("/activityx")).toBeUndefined();
});

test("no two actions answer to the same keys, and none has a key that begins another's sequence", () => {
  const keys = ALL_ACTIONS.flatMap((action) => action.keys ?? []);
  expect(keys.length).toBe(new Set(keys).size);
  const begun = new Set(keys.filter((each) => each.includes(" ")).map((each) => each.split(" ")[0]));
  expect(keys.filter((each) => begun.has(each))).toEqual([]);
});

test("every screen of the dock can be reached by two keys", () => {
  expect(SCREENS.filter((screen) => screen.dock !== false && screen.letter === undefined).map(({ id }) => id)).toEqual([]);
});

test("every purpose has something to begin with, its own app included, and no more than one can read", () => {
  const pinned = (purpose: Purpose | null) => defaultPins(SCREENS, purpose);
  expect(pinned("teach")).toEqual(["home", "school", "approvals", "projects", "schedules", "knowledge", "artifacts", "files"]);
  expect(pinned("goals")).toEqual(["home", "atlas", "approvals", "projects", "plans", "schedules", "knowledge", "artifacts"]);
  expect(pinned("code")).toEqual(["home", "conductor", "approvals", "projects", "plans", "runs", "files", "agents", "workflows"]);
  expect(pinned(null)).toEqual(["home", "school", "atlas", "conductor", "approvals", "projects", "plans", "knowledge", "artifacts", "files", "agents", "workflows"]);
});

test("no two screens ask for the same place", () => {
  const places = SCREENS.flatMap((screen) => placeOf(screen) ?? []).map(({ group, order }) => `${group} ${order}`);
  expect(places.length).toBe(new Set(places).size);
});
