import { describe, expect, it } from "vitest";

import { pathWords } from "../words/references";
import { firstRow } from "./condition";

describe("a first condition", () => {
  it("looks at what lies nearest of what can be compared, in the way of its type", () => {
    const list = { path: "steps.list.result", type: "object" };
    const total = { path: "steps.list.result.total", type: "integer" };
    const said = { path: "steps.ask.result", type: "string" };
    const agreed = { path: "steps.sure.result", type: "boolean" };
    const next = { path: "steps.list.result.next", type: "string" };
    expect(firstRow([list, total, next])).toEqual({ path: total.path, operator: ">", value: "0" });
    expect(firstRow([total, said, list])).toEqual({ path: said.path, operator: "!=", value: "" });
    expect(firstRow([said, agreed])).toEqual({ path: agreed.path, operator: "==", value: "true" });
    expect(firstRow([list])).toEqual({ path: list.path, operator: "==", value: "true" });
    expect(firstRow([])).toEqual({ path: "inputs", operator: "==", value: "true" });
  });
});

describe("a path in words", () => {
  it("is what it belongs to and each field inside it", () => {
    expect(pathWords(["steps", "list", "result", "total"], "Listar as notas", "pt-BR")).toBe("Listar as notas › Total");
    expect(pathWords(["steps", "list", "result", "notes", 0, "title"], "List the notes", "en")).toBe("List the notes › Notes › 1 › Title");
    expect(pathWords(["inputs", "topic"], "topic", "en")).toBe("topic");
    expect(pathWords(["item", "title"], "Item", "en")).toBe("Item › Title");
  });
});
