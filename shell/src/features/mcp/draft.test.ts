import { expect, test } from "vitest";

import { BLANK, canBeWritten, isComplete, pairs, serverOf, writtenOf } from "./draft";

test("lines become words, pairs and folders, and nothing is split further", () => {
  const sent = serverOf({ ...BLANK, id: " notes ", command: "npx\n-y\n\nmy server", env: "A=1=2\nB=", secrets: "KEY=MY_KEY", folders: "/srv/x" });
  expect(sent.command).toEqual(["npx", "-y", "my server"]);
  expect(sent.env).toEqual({ A: "1=2", B: "" });
  expect(sent).toMatchObject({ id: "notes", secrets: { KEY: "MY_KEY" }, folders: ["/srv/x"], url: null });
});

test("an address has no program", () => {
  const sent = serverOf({ ...BLANK, id: "far", kind: "address", command: "left over", url: " https://example.org/mcp ", local: true });
  expect(sent).toMatchObject({ command: [], url: "https://example.org/mcp", local: true, token: null });
});

test("a draft needs a name and something to start or reach", () => {
  expect(isComplete(BLANK)).toBe(false);
  expect(isComplete({ ...BLANK, id: "a", command: "x" })).toBe(true);
  expect(isComplete({ ...BLANK, id: "a", kind: "address", command: "x" })).toBe(false);
});

test("a server that is written and sent again is the same", () => {
  const sent = serverOf({ ...BLANK, id: "notes", command: "npx\nmy server", env: "A=1=2", secrets: "KEY=MY_KEY", folders: "/srv/x\n/srv/y", network: true });
  const server = { ...sent, created_at: "", updated_at: "", hash: "", approved_now: false, status: "draft" } as Parameters<typeof writtenOf>[0];
  expect(serverOf(writtenOf(server))).toEqual(sent);
  expect(canBeWritten(server)).toBe(true);
  expect(canBeWritten({ ...server, command: ["a\nb"] })).toBe(false);
});

test("a line without a sign keeps its name", () => {
  expect(pairs("A\nB=c")).toEqual({ A: "", B: "c" });
});
