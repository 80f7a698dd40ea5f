import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { createCache, type PlanView } from "@/api";
import { PlanOffers } from "./PlanOffers";
import { planOf, viewOf } from "./plans.fixtures";

afterEach(() => vi.unstubAllGlobals());

function shown(view: PlanView) {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ items: [], next: null })));
  render(
    <QueryClientProvider client={createCache()}>
      <PlanOffers view={view} />
    </QueryClientProvider>,
  );
}

test("a complete plan offers to be opened and to be sent", () => {
  shown(viewOf(planOf({ status: "ready" }), { path: ".aule/plans/plan-abc123.json" }));
  expect(screen.getByRole("link", { name: /Open the plan in the editor/ }).getAttribute("href")).toBe("/plans/abc123");
  expect(screen.getByRole("link", { name: /Send it to the development agent/ }).getAttribute("href")).toBe("/plans/abc123?send");
});

test("a plan that is not complete offers nothing", () => {
  shown(viewOf(planOf({ status: "reviewing" }), { path: ".aule/plans/plan-abc123.json" }));
  expect(screen.queryByRole("link")).toBeNull();
});
