import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { expire, toast, useToasts } from "./toast";
import { Toaster } from "./Toaster";

describe("toasts", () => {
  beforeEach(() => toast.dismiss());

  it("with the same id replace each other, and only the latest four stay", () => {
    const gone = vi.fn();
    toast("one", { id: "x", onDismiss: gone });
    toast.success("two", { id: "x" });
    for (const title of ["a", "b", "c"]) toast(title);
    expect(useToasts.getState().toasts.map((each) => each.title)).toEqual(["two", "a", "b", "c"]);
    toast("d");
    expect(useToasts.getState().toasts.map((each) => each.title)).toEqual(["a", "b", "c", "d"]);
    expect(gone).not.toHaveBeenCalled();
  });

  it("wait while somebody points at one of them, and go on when that one is taken away", () => {
    vi.useFakeTimers();
    render(<Toaster />);
    act(() => void [toast("one"), toast("two")]);
    fireEvent.mouseEnter(screen.getByText("one"));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getAllByText(/one|two/)).toHaveLength(2);
    fireEvent.click(screen.getAllByRole("button", { name: "Close" })[0] ?? document.body);
    act(() => void vi.advanceTimersByTime(5_000)); // no pointer ever left what is gone
    expect(screen.queryByText(/one|two/)).toBeNull();
    vi.useRealTimers();
  });

  it("say whether somebody took them away or their time was over", () => {
    const [dismissed, over] = [vi.fn(), vi.fn()];
    toast("one", { onDismiss: dismissed, onAutoClose: over });
    const [first] = useToasts.getState().toasts;
    if (first) expire(first);
    toast.dismiss(toast.error("two", { onDismiss: dismissed }));
    expect([over.mock.calls.length, dismissed.mock.calls.length]).toEqual([1, 1]);
  });
});
