import { expect, it } from "vitest";

import { everything, extended, NOTHING, stillThere, toggled } from "./selection";

const order = ["a", "b", "c", "d", "e"];

it("adds and lets go one by one", () => {
  const two = toggled(toggled(NOTHING, "b"), "d");
  expect([...two.ids]).toEqual(["b", "d"]);
  expect([...toggled(two, "b").ids]).toEqual(["d"]);
});

it("extends from where it began, in both directions", () => {
  const from = toggled(NOTHING, "c");
  expect([...extended(from, "e", order).ids].sort()).toEqual(["c", "d", "e"]);
  expect([...extended(from, "a", order).ids].sort()).toEqual(["a", "b", "c"]);
  expect([...extended(NOTHING, "b", order).ids]).toEqual(["b"]);
});

it("forgets what was removed elsewhere", () => {
  const all = everything(order);
  expect([...stillThere(all, ["b", "d"]).ids]).toEqual(["b", "d"]);
  expect(stillThere(all, ["b", "d"]).anchor).toBeNull();
  expect(stillThere(all, order)).toBe(all);
});
