import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { BarChart, type BarPoint } from "./BarChart";
import { Spark } from "./Spark";

const point = (key: string, actual: number | null): BarPoint => ({ key, label: key, target: 10, actual, tone: "fill-ok", words: { title: key, lines: [["Actual", String(actual ?? "none")]] } });

beforeEach(() => {
  vi.stubGlobal("ResizeObserver", class { observe() {} disconnect() {} });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("a chart of bars", () => {
  it("is one stop of the tab key and is read point by point, beginning with the latest value", async () => {
    const user = userEvent.setup();
    render(<BarChart label="Months" points={[point("jan", 5), point("feb", 8), point("mar", null)]} axis={String} />);
    const said = screen.getByRole("status");
    expect(said.textContent).toBe("");
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole("group", { name: "Months" }));
    await user.keyboard("{End}");
    expect(said.textContent).toBe("mar: Actual none");
    await user.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}");
    expect(said.textContent).toBe("jan: Actual 5");
    await user.keyboard("{Escape}");
    expect(said.textContent).toBe("");
  });

  it("draws nothing for what has no data, and a thin line for nothing", () => {
    const { container } = render(<BarChart label="Months" points={[point("jan", null), point("feb", 0)]} axis={String} />);
    const bars = container.querySelectorAll(".chart-bar");
    expect([...bars].map((bar) => bar.getAttribute("height"))).toEqual(["1.5"]);
  });
});

describe("a line among words", () => {
  it("is left out while there are no two values", () => {
    const { container, rerender } = render(<Spark values={[null, 3]} />);
    expect(container.querySelector("svg")).toBeNull();
    rerender(<Spark values={[1, null, 3, 4]} label="went up" />);
    expect(screen.getByRole("img", { name: "went up" }).querySelectorAll("path")).toHaveLength(4);
  });
});
