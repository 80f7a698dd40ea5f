import { describe, expect, it } from "vitest";

import type { AtlasDue } from "@/api";
import { again, back, beginRound, behindOf, confidenceLevel, lengthOf, saved, skipped, undone } from "./round";

const due = (id: string) => ({ id, title: id }) as AtlasDue;

describe("a round of check-ins", () => {
  const start = beginRound([due("kr-1"), due("kr-2"), due("kr-3")]);

  it("goes through all of them once, saved or skipped", () => {
    const round = saved(skipped(saved(start, 10, "chg_1")), 30, "chg_3");
    expect([round.ahead, behindOf(round), lengthOf(round)]).toEqual([[], 3, 3]);
    expect(round.saved.map(({ due: { id }, value }) => [id, value])).toEqual([["kr-1", 10], ["kr-3", 30]]);
    expect(round.skipped.map(({ id }) => id)).toEqual(["kr-2"]);
    expect(saved(round, 1, undefined)).toBe(round);
  });

  it("comes back to what was skipped, at once or at the end", () => {
    expect(back(skipped(start))).toEqual(start);
    expect(again(skipped(skipped(skipped(start)))).ahead).toEqual(start.ahead);
    expect(back(start)).toBe(start);
  });

  it("knows what was taken back", () => {
    const round = undone(saved(start, 10, "chg_1"), "chg_1");
    expect(round.saved.map((each) => each.undone)).toEqual([true]);
    expect(lengthOf(round)).toBe(3);
  });

  it("reads confidence as people mean it", () => {
    expect([1, 3, 4, 7, 8, 10].map(confidenceLevel)).toEqual(["low", "low", "middle", "middle", "high", "high"]);
  });
});
