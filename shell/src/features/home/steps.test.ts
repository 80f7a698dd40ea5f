import { expect, test } from "vitest";

import type { Artifact, Home, Project, Run } from "@/api";
import { doneSteps, type Seen, withKept } from "./steps";

const nothing: Seen = {
  home: { recent: [], running: [], projects: [{} as Project], artifacts: [], conversations: [], model: { tier: 0 } as Home["model"] },
  agents: [{ builtin: true }],
  documents: false,
  undone: false,
};

test("somebody new has done nothing; the home project and the built-in agents do not count", () => {
  expect(doneSteps(nothing)).toEqual([]);
});

test("each step is seen by what it leaves behind", () => {
  const home = {
    ...nothing.home,
    recent: [{} as Run],
    projects: [{} as Project, {} as Project],
    artifacts: [{ made_by: "core.write" } as Artifact],
    model: { tier: 2 } as Home["model"],
  };
  expect(doneSteps({ home, agents: [{ builtin: false }], documents: true, undone: true })).toEqual(["ask", "model", "agent", "project", "document", "undo"]);
  const file = { ...nothing.home, artifacts: [{ made_by: null } as Artifact] };
  expect(doneSteps({ ...nothing, home: file })).toEqual(["file"]);
});

test("what was done once stays done, and what was kept is not trusted blindly", () => {
  expect(withKept(["undo", "elsewhere", 3], ["ask"])).toEqual(["ask", "undo"]);
  expect(withKept("broken", [])).toEqual([]);
});
