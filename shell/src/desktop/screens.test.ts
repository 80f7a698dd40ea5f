import { expect, test } from "vitest";

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

test("a phone's bar has room for four screens", () => {
  expect(SCREENS.filter((screen) => screen.handy).length).toBeLessThanOrEqual(4);
});
