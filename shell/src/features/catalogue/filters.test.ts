import { expect, test } from "vitest";

import type { CatalogueEntry } from "@/api";
import { matching, shown } from "./filters";

const entry = (name: string, more: Partial<CatalogueEntry> = {}): CatalogueEntry =>
  ({ id: `shop/tool/${name}`, source: "shop", kind: "tool", name, title: name, description: "", state: "available", is_built_in: false, ...more }) as CatalogueEntry;

test("words are found without case and accents, all of them, within a kind", () => {
  const items = [entry("a", { title: "Fusos horários" }), entry("b", { kind: "mcp", description: "Horários de ônibus" }), entry("c")];
  expect(matching(items, "HORARIOS", "").map(({ name }) => name)).toEqual(["a", "b"]);
  expect(matching(items, "horarios onibus", "").map(({ name }) => name)).toEqual(["b"]);
  expect(matching(items, "", "tool").map(({ name }) => name)).toEqual(["a", "c"]);
});

test("every state has one place, and what comes with the system stands last", () => {
  const states = ["available", "differs", "update", "added", "refused", "unknown", "told"] as const;
  const items = states.map((state) => entry(state, { state }));
  const places = (["offered", "updates", "here", "others"] as const).map((place) => shown(items, place).length);
  expect(places).toEqual([2, 1, 1, 3]);
  const here = [entry("a", { state: "added", is_built_in: true }), entry("b", { state: "added" })];
  expect(shown(here, "here").map(({ name }) => name)).toEqual(["b", "a"]);
});
