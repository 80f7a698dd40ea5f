import { fireEvent, render, screen } from "@testing-library/react";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { describe, expect, it, test, vi } from "vitest";

import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { DropdownMenu } from "./DropdownMenu";
import { placed } from "./placing";
import { Popover } from "./Popover";
import { Select } from "./Select";
import { Tooltip } from "./Tooltip";
import { typedPlace } from "./useListbox";

const press = (element: Element) => {
  fireEvent.pointerDown(element);
  fireEvent.click(element);
};
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

function Two({ first, second }: { readonly first: boolean; readonly second: boolean }) {
  return (
    <>
      <Dialog open={first} onClose={() => undefined} title="First" />
      <Dialog open={second} onClose={() => undefined} title="Second" />
    </>
  );
}

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
    if (!scrim) throw new Error("a dialog lies on a scrim");
    fireEvent.pointerDown(screen.getByLabelText("name"));
    fireEvent.click(scrim); // words were marked with the pointer, out of the field
    fireEvent.click(screen.getByText("more"));
    press(scrim); // closes what lies over the dialog
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
    fireEvent.pointerDown(scrim);
    expect(screen.getAllByRole("dialog")).toHaveLength(1); // a finger must not reach what lies below
    fireEvent.click(scrim);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("keeps the rest silent until the last one is closed, in whatever order they go", () => {
    const { container, rerender } = render(<Two first second={false} />);
    rerender(<Two first second />);
    const inner = screen.getByRole("dialog", { name: "Second" });
    rerender(<Two first={false} second />);
    expect([container.inert, inner.closest<HTMLElement>("body > *")?.inert]).toEqual([true, false]);
    rerender(<Two first={false} second={false} />);
    expect(container.inert).toBe(false);
  });

  it("leaves Escape to letters that are being composed", () => {
    render(<Two first second={false} />);
    fireEvent.keyDown(document.body, { key: "Escape", isComposing: true });
    expect(screen.getByRole("dialog", { name: "First" })).toBeTruthy();
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
  press("g");
  expect(field.getAttribute("aria-activedescendant")).toBe(screen.getByText("Gamma").closest("[role=option]")?.id);
});

test("typed letters lead on: the same again to the next, several to the one that begins so", () => {
  const labels = ["Brazil", "Belgium", "Chile", "Bolivia"];
  expect([typedPlace(labels, "b", -1), typedPlace(labels, "b", 0), typedPlace(labels, "bb", 1), typedPlace(labels, "b", 3)]).toEqual([0, 1, 3, 0]);
  expect([typedPlace(labels, "bo", 0), typedPlace(labels, "be", 1), typedPlace(labels, "x", 0), typedPlace([], "x", 0)]).toEqual([3, 1, null, null]);
});

test("a tooltip leaves a description alone, and goes with Escape wherever the focus is", async () => {
  render(
    <Tooltip label="Undo" keys="Z">
      <button type="button" aria-describedby="why">
        undo
      </button>
    </Tooltip>,
  );
  const button = screen.getByRole("button");
  expect(button.getAttribute("aria-describedby")).toBe("why");
  fireEvent.pointerEnter(button, { pointerType: "mouse" });
  await screen.findByRole("tooltip");
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(screen.queryByRole("tooltip")).toBeNull();
});
