import { expect, test } from "vitest";

import { wantedArtifact, wantedFolder } from "./wanted";

test("a folder is called by its last part, a zip by its name", () => {
  expect(wantedFolder("/home/ana/skills/pdf-forms/")).toEqual({ name: "pdf-forms", capability: "skills.add", params: { folder: "/home/ana/skills/pdf-forms/" } });
  expect(wantedArtifact("art_1", "x.zip")).toEqual({ name: "x.zip", capability: "skills.add", params: { artifact: "art_1" } });
});
