import { describe, expect, test } from "vitest";

import { editUpload, pastedFiles, queued, tooLarge, waiting } from "./uploads";

const file = (name = "a.txt", type = "text/plain") => new File(["hello"], name, { type });
const two = [queued(1, file("a.txt"), "new"), queued(2, file("b.txt"), "new")];

describe("files go one after the other", () => {
  test("the first that waits is next", () => {
    expect(waiting(two)?.id).toBe(1);
    expect(waiting([])).toBeNull();
  });

  test("none while another is on its way", () => {
    expect(waiting(editUpload(two, 1, { state: "sending" }))).toBeNull();
  });

  test("a failed or refused one holds nobody up", () => {
    expect(waiting(editUpload(two, 1, { state: "failed" }))?.id).toBe(2);
    expect(waiting(editUpload(two, 1, { state: "refused" }))?.id).toBe(2);
  });

  test("what was taken off the list stays off it", () => {
    expect(editUpload(two.slice(1), 1, { part: 0.5 }).map((each) => each.id)).toEqual([2]);
  });
});

test("a file over the limit is known before it is sent", () => {
  expect(tooLarge({ size: 65 }, 64)).toBe(true);
  expect(tooLarge({ size: 64 }, 64)).toBe(false);
});

test("a pasted picture gets a name of its own, a file keeps its name", () => {
  const names = pastedFiles([file("image.png", "image/png"), file("plan.md")], new Date("2026-05-01T10:20:30Z")).map((each) => each.name);
  expect(names).toEqual(["2026-05-01 10.20.30.png", "plan.md"]);
});
