import { describe, expect, it } from "vitest";

import type { Result } from "@/api";
import { commandOf, endedWell, executedOf, printedOf } from "./executed";

const result = (data: unknown) => ({ ok: true, data, error: null, warnings: [], duration_ms: 12 }) as unknown as Result;

describe("a command that ran", () => {
  it("is known by its line", () => {
    expect(commandOf({ command: "ls -l" })).toBe("ls -l");
    expect(commandOf({ path: "x" })).toBeNull();
    expect(commandOf(null)).toBeNull();
  });

  it("tells how it ended", () => {
    expect(executedOf(result({ exit_code: null, stopped: "time", out_of_scope: ["src/x", 7] }))).toEqual({
      exitCode: null,
      stopped: "time",
      outside: ["src/x"],
      conflicts: [],
    });
    expect(executedOf(result({ exit_code: 2, stopped: "boredom" }))?.stopped).toBeNull();
    expect(executedOf(result({ path: "x" }))).toBeNull();
    expect(executedOf(null)).toBeNull();
  });

  it("ended well only with a code that its call counts as success", () => {
    expect(endedWell({ command: "x" }, result({ exit_code: 0 }))).toBe(true);
    expect(endedWell({ command: "x" }, result({ exit_code: 1 }))).toBe(false);
    expect(endedWell({ command: "x", ok_exit_codes: [0, 1] }, result({ exit_code: 1 }))).toBe(true);
    expect(endedWell({ command: "x" }, { ...result({ exit_code: 0 }), ok: false })).toBe(false);
  });

  it("shows how a flood ended, of which only the beginning was told", () => {
    const live = { lines: [{ stream: "stdout", text: "line 1" }], dropped: 0, open: false } as const;
    const { lines } = printedOf(live, result({ stdout: "[… 90000 bytes before this are left out]\nline 5000\n", stderr: "" }));
    expect(lines.map(({ text }) => text)).toEqual(["[… 90000 bytes before this are left out]", "line 5000"]);
  });

  it("shows what came live, else what was kept of it", () => {
    const live = { lines: [{ stream: "stdout", text: "hi" }], dropped: 0, open: false } as const;
    expect(printedOf(live, result({ output: "other" }))).toBe(live);
    expect(printedOf(undefined, result({ stdout: "a\nb\n", stderr: "c" })).lines.map(({ stream, text }) => `${stream} ${text}`)).toEqual([
      "stdout a",
      "stdout b",
      "stderr c",
    ]);
  });
});
