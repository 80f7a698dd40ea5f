import { render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import type { Preview as Facts } from "@/api";
import { editablePaths } from "./editing";
import { Preview } from "./Preview";

const file = (path: string, more = {}) => ({ type: "diff", path, diff: `@@ -0,0 +1,1 @@\n+${path}\n`, added: 1, removed: 0, is_new: true, autoruns: new Array<never>(), ...more }) as const;
const patch = (...paths: string[]): Facts => ({ type: "patch", files: paths.map((path) => file(path)), added: paths.length, removed: 0 });

describe("a patch", () => {
  it("shows every file with its counts and lines, none of them folded", () => {
    render(<Preview preview={patch("a.md", "b.md", "c.md", "d.md")} />);
    const group = screen.getByRole("group", { name: "Files that change together" });
    expect(group.textContent).toContain("4 files, all of them or none");
    const files = within(group).getAllByRole("figure");
    expect(files.map(({ textContent }) => textContent)).toEqual(["a.md", "b.md", "c.md", "d.md"].map((path) => `${path}new file+11+added${path}`));
  });
});

describe("a command", () => {
  const command = (more: Partial<Extract<Facts, { type: "command" }>> = {}): Facts => ({
    type: "command",
    command: "rm -rf build",
    folder: "src",
    level: "bubblewrap",
    timeout_s: 30,
    hints: [],
    reaches: [],
    ...more,
  });

  it("says where it runs, inside which walls, for how long, and what to look at twice", () => {
    render(<Preview preview={command({ hints: ["It has no network."] })} />);
    const text = screen.getByRole("group", { name: "The command as it would run" }).textContent;
    for (const words of ["rm -rf build", "in src", "Boxed in.", "is stopped after 30 s"]) expect(text).toContain(words);
    expect(screen.getByRole("list", { name: "What it will find there" }).textContent).toBe("It has no network.");
  });

  it("names the servers it may reach, and does not claim to be without a network", () => {
    const npm = { title: "npm", hosts: ["registry.npmjs.org"], is_new: true, is_own: false };
    render(<Preview preview={command({ reaches: [npm] })} />);
    const text = screen.getByRole("group", { name: "The command as it would run" }).textContent;
    expect(text).toContain("of the network, only the servers named below");
    expect(text).not.toContain("no network");
    expect(screen.getByRole("list", { name: "What it may reach" }).textContent).toBe("May reach, for the first time: npm registry.npmjs.org");
  });

  it("leaves the line alone once it was decided", () => {
    render(<Preview decided preview={command({ hints: ["It has no network."] })} />);
    const text = screen.getByRole("group", { name: "The command as it would run" }).textContent;
    expect(text).toContain("rm -rf build");
    expect(text).not.toContain("Boxed in.");
    expect(screen.queryByRole("list", { name: "What it will find there" })).toBeNull();
  });

  it("says so when no walls hold", () => {
    render(<Preview preview={command({ level: "none" })} />);
    expect(screen.getByText("No box on this machine.")).toBeTruthy();
    expect(screen.queryByRole("list", { name: "What it will find there" })).toBeNull();
  });
});

describe("what can be changed before a yes", () => {
  const call = { id: "call_1", capability: "core.write_file", params: {}, bound_params: null, idempotency_key: "k", edits: {}, within: null };
  const pending = { kind: "write", status: "pending", call } as const;

  it("is the text of each file that would be written", () => {
    expect(editablePaths({ ...pending, preview: file("a.md") })).toEqual(["a.md"]);
    expect(editablePaths({ ...pending, preview: patch("a.md", "b.md") })).toEqual(["a.md", "b.md"]);
  });

  it("is nothing of what is only deleted, was decided, or is no file", () => {
    const gone = { type: "patch", files: [file("a.md", { added: 0, removed: 3, is_new: false })], added: 0, removed: 3 } as const;
    expect(editablePaths({ ...pending, preview: { ...gone, files: [...gone.files] } })).toEqual([]);
    expect(editablePaths({ ...pending, status: "granted", preview: file("a.md") })).toEqual([]);
    expect(editablePaths({ ...pending, preview: { type: "text", text: "x", autoruns: [] } })).toEqual([]);
    expect(editablePaths({ ...pending, kind: "exec", preview: file("a.md") })).toEqual([]);
  });
});
