import { render } from "@testing-library/react";
import { expect, test } from "vitest";

import { PersonaMark } from "./PersonaMark";

const pictureOf = async (icon: string) => {
  const { container } = render(<PersonaMark icon={icon} color="teal" />);
  await expect.poll(() => container.querySelector("svg")).not.toBeNull();
  return container.querySelector("svg")?.getAttribute("class") ?? "";
};

test("common marks are there at once, others come, and an unknown one is a robot", async () => {
  expect(await pictureOf("pen")).toContain("lucide-pen-line");
  expect(await pictureOf("rocket")).toContain("lucide-rocket");
  for (const strange of ["never heard of", "constructor", ""]) expect(await pictureOf(strange)).toContain("lucide-bot");
});
