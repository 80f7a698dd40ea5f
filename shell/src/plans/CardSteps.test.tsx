import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { CardSteps } from "./CardSteps";
import { cardOf, planOf } from "./plans.fixtures";

it("shows the command that checks a step before anybody approves it, without unfolding anything", () => {
  const card = cardOf(planOf());
  const steps = card.steps.map((step, index) => (index === 0 ? { ...step, check: "npm test" } : step));
  render(<CardSteps card={{ ...card, steps }} now={{ statusOf: () => "pending", viewOf: () => undefined, done: 0 }} />);
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.textContent).toContain("Checked in the box with npm test");
  expect(second?.textContent).not.toContain("Checked in the box");
});
