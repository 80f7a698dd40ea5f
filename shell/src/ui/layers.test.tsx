import { fireEvent, render, screen } from "@testing-library/react";
import { Pencil } from "lucide-react";
import { expect, test, vi } from "vitest";

import { Button } from "./Button";
import { DropdownMenu } from "./DropdownMenu";
import { Select } from "./Select";
import { Tooltip } from "./Tooltip";
import { typedPlace } from "./useListbox";

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
  press("Tab");
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
