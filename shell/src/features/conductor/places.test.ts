import { describe, expect, it } from "vitest";

import type { Change, ConductorView, ResidentView } from "@/api";
import { isBare, ownNotes, pathOf, proposerOf, residentAt, spotsOf, workflowPath } from "./places";

const agent = (id: string, environment: string, project: string) => ({ id, environment, project }) as ResidentView;
const VIEW = {
  exists: true,
  notes: [],
  shared: [agent("Creator", "", "")],
  environments: [
    {
      name: "main",
      protected: true,
      projects: [
        { key: "web", exists: true, agents: [agent("Kotlin", "main", "web")] },
        { key: "gone", exists: false, agents: [] },
      ],
    },
  ],
} as unknown as ConductorView;

describe("an agent's page", () => {
  it("is found by the three names, and one that all share by its own", () => {
    expect(pathOf(agent("Kotlin", "main", "web"))).toBe("/conductor/agents/main/web/Kotlin");
    expect(pathOf(agent("Creator", "", ""))).toBe("/conductor/agents/_common/_/Creator");
    expect(residentAt(VIEW, { environment: "main", project: "web", agent: "Kotlin" })?.environment?.protected).toBe(true);
    expect(residentAt(VIEW, { environment: "_common", project: "_", agent: "Creator" })?.project).toBeUndefined();
  });

  it("is never that of another environment", () => {
    expect(residentAt(VIEW, { environment: "develop", project: "web", agent: "Kotlin" })).toBeUndefined();
  });
});

it("knows where an agent could work", () => {
  expect(spotsOf(VIEW)).toEqual([{ environment: "main", project: "web", isProtected: true }]);
});

it("knows a home in which nothing stands yet, and one whose file is broken", () => {
  expect(isBare({ ...VIEW, exists: false })).toBe(true);
  expect(isBare({ ...VIEW, environments: [] })).toBe(true);
  expect(isBare({ ...VIEW, environments: [], notes: [{ code: "x" }] } as unknown as ConductorView)).toBe(false);
  expect(isBare(VIEW)).toBe(false);
});

it("names who proposed something, whichever home it is of", () => {
  const by = (id: string) => proposerOf({ actor: { type: "agent", id } } as Change);
  expect([by("main/web/Kotlin"), by("~0123abcd/main/web/Kotlin")]).toEqual(["main/web/Kotlin", "main/web/Kotlin"]);
});

it("keeps a workflow's file and run in the address", () => {
  expect(workflowPath("workflows/a b.yaml", "run_1")).toBe("/conductor/workflows?file=workflows%2Fa+b.yaml&run=run_1");
});

it("tells apart what is wrong with the home and with an agent of it", () => {
  const home = { ...agent("Kotlin", "main", "web"), home: "/h/projects/main/web/agents/Kotlin" };
  const notes = [{ path: `${home.home}/agent.yaml` }, { path: home.home }, { path: "/h/config/workspaces.yaml" }];
  const view = { ...VIEW, shared: [home], environments: [], notes } as unknown as ConductorView;
  expect(ownNotes(view).map(({ path }) => path)).toEqual(["/h/config/workspaces.yaml"]);
});
