import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { Terminal } from "./Terminal";

it("shows what was printed as plain words, and tells the two streams apart without colour", () => {
  const lines = [
    { stream: "stdout", text: "\u001b[32mok\u001b[0m" },
    { stream: "stderr", text: "\u001b]0;title\u0007oh" },
  ] as const;
  const { rerender } = render(<Terminal command={"ls \u001b[2J-l"} lines={lines} dropped={3} live />);
  const printed = screen.getByRole("group", { name: "What it prints" });
  expect(printed.textContent).toBe("3 earlier lines are not shownokerror output: oh");
  expect(printed.getAttribute("aria-busy")).toBe("true");
  expect(screen.getByRole("figure", { name: "Terminal" }).textContent).toContain("ls -l");
  rerender(<Terminal command="ls" lines={[]} live={false} />);
  expect(printed.textContent).toBe("It printed nothing.");
});
