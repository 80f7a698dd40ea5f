import { render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";

import { Tabs } from "./Tabs";

const TABS = ["one", "two", "three"].map((value) => ({ value, label: value }));

/** Lay tabs of 100 px out in a row that shows 150 px. */
function layOut() {
  vi.spyOn(HTMLElement.prototype, "offsetLeft", "get").mockImplementation(function (this: HTMLElement) {
    return 100 * TABS.findIndex(({ value }) => value === this.textContent);
  });
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(150);
}

describe("tabs", () => {
  afterEach(() => vi.restoreAllMocks());

  it("bring the current one into sight by moving themselves, never the page", () => {
    layOut();
    const moved = vi.fn();
    Element.prototype.scrollIntoView = moved;
    const of = (value: string) => <Tabs label="views" value={value} tabs={TABS} onChange={() => undefined} children={value} />;
    const { rerender } = render(of("three"));
    const list = screen.getByRole("tablist");
    expect(list.scrollLeft).toBe(150);
    rerender(of("two"));
    expect(list.scrollLeft).toBe(100);
    rerender(of("one"));
    expect(list.scrollLeft).toBe(0);
    expect(moved).not.toHaveBeenCalled();
  });
});
