import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { CardSteps } from "./CardSteps";
import { cardOf, planOf } from "./plans.fixtures";
import type { StepsNow } from "./useStepsNow";

it("shows the command that checks a step before anybody approves it, without unfolding anything", () => {
  const card = cardOf(planOf());
  const steps = card.steps.map((step, index) => (index === 0 ? { ...step, check: "npm test" } : step));
  render(<CardSteps card={{ ...card, steps }} now={{ statusOf: () => "pending", viewOf: () => undefined, done: 0 }} />);
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.textContent).toContain("Checked in the box with npm test");
  expect(second?.textContent).not.toContain("Checked in the box");
});

it("calls the functions of the app by their bare names, says how often, and counts while they run", () => {
  const card = cardOf(planOf());
  const steps = card.steps.map((step) => ({ ...step, kind: "call" as const, function: "school.criar_atividade", times: 3, names: { turma_id: "7A" } }));
  const view = { done: 1, total: 3, error: null } as unknown as ReturnType<StepsNow["viewOf"]>;
  render(<CardSteps app="school" card={{ ...card, steps }} now={{ statusOf: () => "running", viewOf: () => view, done: 0 }} />);
  const [first] = screen.getAllByRole("listitem");
  expect(first?.textContent).toContain("criar_atividade (3x)");
  expect(first?.textContent).not.toContain("school.");
  expect(first?.textContent).toContain("1/3");
  expect(first?.textContent).toContain("7A");
});
