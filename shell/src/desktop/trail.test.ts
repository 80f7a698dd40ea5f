import { expect, test } from "vitest";

import { trailOf } from "./trail";

const projects = { root: "/projects", label: "Projects" };

test("a screen by itself is one crumb, whatever its page is called", () => {
  const named = { path: "/projects", title: "Your projects", above: [] };
  expect(trailOf(projects, "/projects", named)).toEqual([{ label: "Projects", href: "/projects" }]);
});

test("a detail is named by its page, with what stands between", () => {
  const named = { path: "/projects/a", title: "Atlas", above: [{ label: "Work", href: "/projects/w" }] };
  expect(trailOf(projects, "/projects/a", named).map(({ label }) => label)).toEqual(["Projects", "Work", "Atlas"]);
});

test("a name never outlives its address, and is never said twice", () => {
  expect(trailOf(projects, "/projects/b", { path: "/projects/a", title: "Atlas", above: [] })).toHaveLength(1);
  expect(trailOf(projects, "/projects/a", { path: "/projects/a", title: "Projects", above: [] })).toHaveLength(1);
});
