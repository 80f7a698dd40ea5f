import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";

import { editItems, showAtOnce, takeBack } from "./optimistic";

interface Thing {
  readonly id: string;
  readonly name: string;
}

const things: readonly Thing[] = [
  { id: "a", name: "one" },
  { id: "b", name: "two" },
];
const renamed = (thing: Thing) => (thing.id === "a" ? { ...thing, name: "first" } : thing);

test("an edit shows at once in every list of its kind, and a refusal puts each back", async () => {
  const cache = new QueryClient();
  cache.setQueryData(["things"], { items: things, next: null });
  cache.setQueryData(["things", "filtered"], things);
  cache.setQueryData(["others"], things);
  const back = await showAtOnce<Parameters<typeof editItems<Thing>>[0]>(cache, ["things"], (list) => editItems(list, renamed));
  expect(cache.getQueryData(["things"])).toEqual({ items: [{ id: "a", name: "first" }, things[1]], next: null });
  expect(cache.getQueryData(["things", "filtered"])).toEqual([{ id: "a", name: "first" }, things[1]]);
  expect(cache.getQueryData(["others"])).toBe(things);
  takeBack(new Error("refused"), null, back);
  expect(cache.getQueryData(["things"])).toEqual({ items: things, next: null });
  expect(cache.getQueryData(["things", "filtered"])).toEqual(things);
});

test("items are edited or left out in plain lists, pages and pages of pages", () => {
  const gone = (thing: Thing) => (thing.id === "a" ? null : thing);
  expect(editItems(things, gone)).toEqual([things[1]]);
  expect(editItems({ items: things, next: "n" }, gone)).toEqual({ items: [things[1]], next: "n" });
  expect(editItems({ pages: [{ items: things }], pageParams: [undefined] }, gone)).toEqual({
    pages: [{ items: [things[1]] }],
    pageParams: [undefined],
  });
});
