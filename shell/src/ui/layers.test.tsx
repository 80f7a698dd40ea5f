import { fireEvent, render, screen } from "@testing-library/react";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { beforeEach, describe, expect, it, test, vi } from "vitest";

import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { DropdownMenu } from "./DropdownMenu";
import { placed } from "./placing";
import { Popover } from "./Popover";
import { Select } from "./Select";
import { expire, toast, useToasts } from "./toast";

const escape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });

describe("a sheet beside its button", () => {
  const view = { width: 1_000, height: 800 };
  const sheet = { width: 200, height: 300 };

  it("stands where it was wished for while there is room", () => {
    const anchor = { left: 100, top: 100, width: 80, height: 30 };
    expect(placed(anchor, sheet, view, { side: "bottom", align: "start", gap: 4 })).toEqual({ left: 100, top: 134 });
    expect(placed(anchor, sheet, view, { side: "right", align: "center", gap: 4 })).toEqual({ left: 184, top: 8 });
  });

  it("goes to the other side, and never out of the window", () => {
    const low = { left: 950, top: 700, width: 40, height: 30 };
    expect(placed(low, sheet, view, { side: "bottom", align: "start", gap: 4 })).toEqual({ left: 792, top: 396 });
    expect(placed(low, { width: 2_000, height: 2_000 }, view, { side: "top", align: "end", gap: 4 })).toEqual({ left: 8, top: 8 });
  });
});

function Nested() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>open</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Outer">
        <input aria-label="name" />
        <Popover label="Inner" trigger={<Button>more</Button>}>
          <button type="button">inside</button>
        </Popover>
      </Dialog>
    </>
  );
}

describe("a dialog", () => {
  it("silences the rest, takes the focus, closes the topmost first and gives the focus back", () => {
    const { container } = render(<Nested />);
    const opener = screen.getByText("open");
    opener.focus();
    fireEvent.click(opener);
    expect(container.inert).toBe(true);
    expect(screen.getByRole("dialog", { name: "Outer" }).contains(document.activeElement)).toBe(true);
    fireEvent.click(screen.getByText("more"));
    fireEvent.pointerDown(screen.getByText("inside"));
    expect(screen.getByRole("dialog", { name: "Inner" })).toBeTruthy();
    escape();
    expect(screen.queryByRole("dialog", { name: "Inner" })).toBeNull();
    expect(screen.getByRole("dialog", { name: "Outer" })).toBeTruthy();
    escape();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect([container.inert, document.activeElement]).toEqual([false, opener]);
  });

  it("stays when a press lands on what it opened, and goes when it lands outside", () => {
    render(<Nested />);
    fireEvent.click(screen.getByText("open"));
    fireEvent.click(screen.getByText("more"));
    fireEvent.pointerDown(screen.getByLabelText("name"));
    expect(screen.queryByRole("dialog", { name: "Inner" })).toBeNull();
    const scrim = screen.getByRole("dialog", { name: "Outer" }).parentElement;
    if (scrim) fireEvent.pointerDown(scrim);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

test("a menu is walked with arrows and letters, skips what is disabled, and gives the focus back before it acts", () => {
  const chosen = vi.fn(() => document.activeElement?.textContent);
  const items = ["Rename", "Copy", "Delete"].map((label) => ({ id: label, label, icon: Pencil, disabled: label === "Copy", onSelect: chosen }));
  render(<DropdownMenu trigger={<Button>menu</Button>} items={items} />);
  fireEvent.keyDown(screen.getByText("menu"), { key: "ArrowDown" });
  expect(document.activeElement?.textContent).toBe("Rename");
  fireEvent.keyDown(screen.getByRole("menu"), { key: "ArrowDown" });
  expect(document.activeElement?.textContent).toBe("Delete");
  fireEvent.keyDown(screen.getByRole("menu"), { key: "r" });
  expect(document.activeElement?.textContent).toBe("Rename");
  fireEvent.click(screen.getByText("Copy"));
  expect(chosen).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText("Rename"));
  expect(chosen).toHaveReturnedWith("menu");
  expect(screen.queryByRole("menu")).toBeNull();
});

test("a select is chosen from by keyboard alone", () => {
  const changed = vi.fn();
  const options = ["Alpha", "Beta", "Gamma"].map((label) => ({ value: label, label }));
  render(<Select label="Letter" value="Beta" options={options} onChange={changed} />);
  const field = screen.getByRole("combobox", { name: "Letter" });
  const press = (key: string) => fireEvent.keyDown(field, { key });
  press("ArrowDown");
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("Beta");
  press("g");
  expect(field.getAttribute("aria-activedescendant")).toBe(screen.getByText("Gamma").closest("[role=option]")?.id);
  press("Escape");
  expect(screen.queryByRole("listbox")).toBeNull();
  press(" ");
  press("Home");
  press("Enter");
  expect(changed.mock.calls).toEqual([["Alpha"]]);
});

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

  it("say whether somebody took them away or their time was over", () => {
    const [dismissed, over] = [vi.fn(), vi.fn()];
    toast("one", { onDismiss: dismissed, onAutoClose: over });
    const [first] = useToasts.getState().toasts;
    if (first) expire(first);
    toast.dismiss(toast.error("two", { onDismiss: dismissed }));
    expect([over.mock.calls.length, dismissed.mock.calls.length]).toEqual([1, 1]);
  });
});
