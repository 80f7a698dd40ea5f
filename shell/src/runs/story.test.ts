import { describe, expect, it } from "vitest";

import type { Event, Fact, Result } from "@/api";
import { i18nOf } from "@/i18n";
import { storyOf } from "./story";
import { tell } from "./telling";

const USAGE = { tokens_in: 0, tokens_out: 0, cost: 0, model_calls: 1 };
const RESULT: Result = {
  ok: true,
  data: { path: "a.md" },
  error: null,
  warnings: [],
  provenance: null,
  changes: [],
  artifacts: [],
  passages: [],
  spoken: null,
  narrows: null,
  duration_ms: 12,
};
const PROBLEM = {
  code: "not_found",
  message: "There is no 'b.md'",
  hint: "List the files.",
  field: null,
  candidates: [],
  matches: [],
  recoverable: true,
  subject: null,
};

let number = 0;
function event(data: Fact): Event {
  number += 1;
  const topic = data.type.split(".")[0] ?? "";
  return { seq: `s${number}`, ts: `2026-01-01T10:00:0${number % 10}.000Z`, topic, type: data.type, session_id: null, run: "run_1", data };
}

const say = (...facts: Fact[]) =>
  storyOf(facts.map(event)).flatMap((item) => {
    const line = tell(item, i18nOf("en").t);
    return line === undefined ? [] : [[line.status, line.title, line.detail] as const];
  });

describe("a run's story", () => {
  it("tells a whole answer once, whether its pieces came before or not", () => {
    const whole: Fact = { type: "turn.stepped", step: 1, text: "Hello", thought: "Hm.", calls: [], usage: USAGE, cached: 0, duration_ms: 900 };
    const pieces: readonly Fact[] = [
      { type: "turn.thought", step: 1, delta: "H" },
      { type: "turn.thought", step: 1, delta: "m." },
      { type: "turn.spoke", step: 1, delta: "Hel" },
      { type: "turn.spoke", step: 1, delta: "lo" },
    ];
    const told = [
      ["idle", "Thought", "Hm."],
      ["idle", "Answered", "Hello"],
    ];
    expect(say(whole)).toEqual(told);
    expect(say(...pieces, whole)).toEqual(told);
    expect(say(...pieces)).toEqual(told.map(([, ...rest]) => ["run", ...rest]));
  });

  it("tells a call and its outcome in one line", () => {
    const started: Fact = {
      type: "call.started",
      id: "call_1",
      capability: "core.read_file",
      title: "Read a file",
      effect: "read",
      params: { path: "a.md" },
      approval: null, runtime: "",
    };
    const id = "call_1";
    const capability = "core.read_file";
    expect(say(started)).toEqual([["run", "Using Read a file", undefined]]);
    expect(say(started, { type: "call.progressed", id, message: "half", fraction: 0.5 })).toEqual([
      ["run", "Using Read a file", "half"],
    ]);
    expect(say(started, { type: "call.completed", id, capability, result: RESULT })).toEqual([
      ["ok", "Used Read a file", undefined],
    ]);
    const failed: Result = { ...RESULT, ok: false, data: null, error: PROBLEM };
    expect(say({ type: "call.failed", id, capability, result: failed })).toEqual([
      ["bad", "core.read_file did not work", "There is no 'b.md' List the files."],
    ]);
    const error = { ...PROBLEM, code: "command_failed", message: "It ended with exit code 3.\nboom" };
    const ended: Result = { ...RESULT, ok: false, data: { exit_code: 3, stdout: "boom", stderr: "" }, error };
    expect(say({ ...started, params: { command: "false" } }, { type: "call.failed", id, capability, result: ended })).toEqual([
      ["bad", "Read a file did not work", "It ended with exit code 3."],
    ]);
  });

  it("tells how it ended, and why", () => {
    expect(
      say(
        { type: "ask.received", message: "Read b.md", channel: "shell", shape: null, meant: null, is_relayed: false },
        { type: "guard.tripped", guard: "repeated_call", detail: "3 times" },
        { type: "run.finished", status: "failed", usage: USAGE, error: PROBLEM },
      ),
    ).toEqual([
      ["idle", "You asked", "Read b.md"],
      ["warn", "Stopped: it repeated itself", "3 times"],
      ["bad", "Failed", "There is no 'b.md' List the files."],
    ]);
  });

  it("leaves out what says nothing about the run", () => {
    expect(say({ type: "settings.changed", keys: ["x"] })).toEqual([]);
  });
});
