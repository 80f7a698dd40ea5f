import { expect, test } from "vitest";

import { newsApps } from "./purposes";

const TELLING = ["atlas", "conductor", "school"];

test("only apps of the purpose and pinned ones are asked for news, each once", () => {
  expect(newsApps({ purpose: "teach", pins: [], labels: true }, TELLING)).toEqual(["school"]);
  expect(newsApps({ purpose: "goals", pins: ["home", "school", "atlas"], labels: true }, TELLING)).toEqual(["atlas", "school"]);
});

test("nobody is asked who tells nothing, or whom nobody uses", () => {
  expect(newsApps({ purpose: "explore", pins: [], labels: true }, TELLING)).toEqual([]);
  expect(newsApps({ purpose: null, pins: ["files"], labels: true }, TELLING)).toEqual([]);
  expect(newsApps({ purpose: "code", pins: [], labels: true }, [])).toEqual([]);
  expect(newsApps(undefined, TELLING)).toEqual([]);
});
