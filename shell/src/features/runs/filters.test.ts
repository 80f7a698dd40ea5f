import { describe, expect, it } from "vitest";

import type { Run } from "@/api";
import { asked, EVERYTHING, isNarrowed, readFilters, shownOf, writeFilters } from "./filters";

const run = (id: string, more: Partial<Run> = {}) =>
  ({ id, title: id, kind: "workflow", workflow: null, parent: null, status: "done", ...more }) as Run;

describe("the list of runs", () => {
  it("is what the address says, and the address what was chosen", () => {
    const chosen = { status: "failed", kind: "workflow", workflow: "weekly", project: "atlas", words: "média" } as const;
    expect(writeFilters(chosen)).toBe("?status=failed&kind=workflow&workflow=weekly&project=atlas&q=m%C3%A9dia");
    expect(readFilters(writeFilters(chosen))).toEqual(chosen);
    expect(readFilters("?status=nonsense&kind=turn")).toEqual(EVERYTHING);
    expect([isNarrowed(EVERYTHING), isNarrowed({ ...EVERYTHING, words: " " }), isNarrowed(chosen)]).toEqual([false, false, true]);
  });

  it("asks the server for all but the words", () => {
    expect(asked({ ...EVERYTHING, project: "atlas", words: "x" })).toEqual({ project: "atlas", steps: true });
  });

  it("shows what waits for a person first, and finds by words", () => {
    const runs = [run("a"), run("b", { status: "waiting" }), run("c")];
    expect(shownOf(runs, "").map(({ id }) => id)).toEqual(["b", "a", "c"]);
    expect(shownOf([run("x", { kind: "schedule", workflow: "weekly" })], "WEEKLY")).toHaveLength(1);
    expect(shownOf([run("Relatório")], "relatorio")).toHaveLength(1);
  });
});
