import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { JsonSchema } from "./schema";
import { SchemaForm } from "./SchemaForm";
import { type Form, useForm } from "./useForm";

const SCHEMA: JsonSchema = {
  type: "object",
  required: ["title", "rows"],
  properties: {
    title: { type: "string", description: "What it is called.", maxLength: 5 },
    rows: { type: "array", items: { type: "string" }, minItems: 1 },
    loud: { type: "boolean", default: true },
    size: { anyOf: [{ $ref: "#/$defs/Size" }, { type: "null" }], default: null },
    extra: { type: "object", additionalProperties: true },
  },
  $defs: { Size: { type: "object", required: ["width"], properties: { width: { type: "integer", minimum: 1 } } } },
};

function show(): () => Form {
  let current: Form | undefined;
  function Bench() {
    const form = useForm(SCHEMA);
    current = form;
    return (
      <>
        <SchemaForm fields={form.fields} draft={form.draft} onChange={form.change} wrongs={form.wrongs} />
        <button type="button" onClick={() => form.submit()}>
          send
        </button>
        <button type="button" onClick={() => form.tell({ field: "rows.0.str", message: "taken" })}>
          tell
        </button>
      </>
    );
  }
  render(<Bench />);
  return () => current as Form;
}

describe("a form made from a schema", () => {
  it("is filled in with the keyboard and gives exactly what was meant", async () => {
    const form = show();
    const user = userEvent.setup();
    await user.type(screen.getByLabelText("Title"), "Plan");
    await user.click(screen.getByRole("button", { name: "Add one" }));
    await user.type(screen.getByLabelText("Rows 1"), "milk");
    await user.click(screen.getByRole("switch", { name: "Loud (optional)" }));
    await user.click(screen.getByRole("button", { name: "Add Size" }));
    await user.type(screen.getByLabelText("Width"), "3");
    await user.type(screen.getByLabelText("Extra (optional)"), '{{"a": 1}');
    expect(form().submit()).toEqual({ title: "Plan", rows: ["milk"], loud: false, size: { width: 3 }, extra: { a: 1 } });
    await user.click(screen.getByRole("button", { name: "Leave out Size" }));
    expect(form().reading.params).not.toHaveProperty("size");
  });

  it("complains after the first try, at the field, and stops when it is mended", async () => {
    show();
    const user = userEvent.setup();
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(screen.getByRole("button", { name: "send" }));
    const title = screen.getByLabelText("Title");
    expect(title.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(title.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Fill this in.");
    expect(screen.getByText("At least 1 of them.")).toBeTruthy();
    await user.type(title, "Planner");
    expect(screen.getByText("At most 5 characters.")).toBeTruthy();
    await user.clear(title);
    await user.type(title, "Plan");
    expect(title.getAttribute("aria-invalid")).toBeNull();
    expect(screen.getByText("What it is called.")).toBeTruthy();
  });

  it("shows what the server says at the field it speaks about, until that is changed", async () => {
    show();
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Add one" }));
    await user.click(screen.getByRole("button", { name: "tell" }));
    expect(screen.getByRole("alert").textContent).toBe("taken");
    await user.type(screen.getByLabelText("Rows 1"), "x");
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
