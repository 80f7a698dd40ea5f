import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

import { createCache, type Feedback, keys, type PlanView } from "@/api";
import { Findings } from "./Findings";
import { planOf, viewOf } from "./plans.fixtures";

const finding = (code: string, more: Partial<Feedback> = {}): Feedback => ({
  code,
  step_id: "2",
  field: null,
  issue: `${code} is wrong`,
  severity: "warning",
  suggestion: "",
  requires_clarification: false,
  fix: "code",
  evidence: [],
  round: 1,
  status: "open",
  seen: null,
  ...more,
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("what a rule can put right is put right with one press, and nothing else offers that", async () => {
  const asked: unknown[] = [];
  const mended: PlanView = viewOf(planOf({ id: "p1", version: 2 }));
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") asked.push(new URL(request.url).pathname, await request.json());
    return new Response(JSON.stringify(mended));
  });
  const cache = createCache();
  const findings = [finding("C05"), finding("C12", { fix: "planner" }), finding("C17", { status: "accepted" })];
  render(
    <QueryClientProvider client={cache}>
      <Findings findings={findings} label="Findings" plan="p1" />
    </QueryClientProvider>,
  );
  const buttons = within(screen.getByRole("list", { name: "Findings" })).getAllByRole("button");
  expect(buttons.map((button) => button.textContent)).toEqual(["Fix it"]);
  await userEvent.click(screen.getByRole("button", { name: "Fix it" }));
  await waitFor(() => expect(cache.getQueryData<PlanView>(keys.plan("p1"))?.plan.version).toBe(2));
  expect(asked).toEqual(["/v1/plans/p1/mend", { code: "C05", step: "2" }]);
});

test("where a plan cannot be changed nothing is offered", () => {
  render(
    <QueryClientProvider client={createCache()}>
      <Findings findings={[finding("C05")]} label="Findings" />
    </QueryClientProvider>,
  );
  expect(screen.queryByRole("button")).toBeNull();
});
