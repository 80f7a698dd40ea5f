import { expect, test } from "vitest";

import { narrow } from "./specimen";

const Show = () => null;
const GROUPS = [
  { id: "a", titleKey: "design.actions", specimens: [{ names: ["Button"], Show }, { names: ["IconButton"], Show }] },
  { id: "b", titleKey: "design.lists", specimens: [{ names: ["Dialog", "Modal"], Show }] },
] as const;

test("a control is found by letters of its name, in order", () => {
  const found = (query: string) => narrow(GROUPS, query).flatMap((group) => group.specimens.map(({ names }) => names[0]));
  expect(found("")).toEqual(["Button", "IconButton", "Dialog"]);
  expect(found("icb")).toEqual(["IconButton"]);
  expect(found("modal")).toEqual(["Dialog"]);
  expect(found("zz")).toEqual([]);
});
