import { describe, expect, it } from "vitest";

import { chosenOf, EVERYTHING, standing, toggled } from "./choice";

describe("the pieces of a proposal", () => {
  it("are all wanted to begin with", () => {
    expect([...chosenOf(EVERYTHING, "diff", 3)]).toEqual([0, 1, 2]);
  });

  it("are taken and left one by one", () => {
    const two = toggled(chosenOf(EVERYTHING, "diff", 3), 1);
    expect([...two]).toEqual([0, 2]);
    expect([...toggled(two, 1)].sort()).toEqual([0, 1, 2]);
    expect([standing(two, 3), standing(new Set(), 3), standing(new Set([0]), 1)]).toEqual(["some", false, true]);
  });

  it("are all wanted again once the diff is another: the same number is another piece by then", () => {
    expect([...chosenOf({ diff: "old", hunks: new Set([1]) }, "new", 2)]).toEqual([0, 1]);
    expect([...chosenOf({ diff: "old", hunks: new Set([1]) }, "old", 2)]).toEqual([1]);
  });
});
