import { describe, expect, it } from "vitest";

import { firstView, readView, writeView } from "./view";

describe("what of a run is open", () => {
  it("stands in the address", () => {
    const open = { view: "steps", step: "report[2]/draft", event: undefined } as const;
    expect(writeView(open)).toBe("?view=steps&step=report%5B2%5D%2Fdraft");
    expect(readView(writeView(open))).toEqual(open);
    expect(writeView({ view: undefined, step: undefined, event: undefined })).toBe("");
    expect(writeView({ view: "story", step: undefined, event: "12" })).toBe("?view=story&event=12");
    expect(readView("?view=nonsense&step=")).toEqual({ view: undefined, step: undefined });
  });

  it("is the picture first, and the list where that would not be read", () => {
    expect([firstView(7, false), firstView(7, true), firstView(401, false)]).toEqual(["graph", "steps", "steps"]);
  });
});
