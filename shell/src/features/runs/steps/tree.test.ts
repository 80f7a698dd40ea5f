import { describe, expect, it } from "vitest";

import type { StepView } from "@/api";
import { branchesOf, ownersOf, unread } from "./tree";

const step = (place: string, more: Partial<StepView> = {}) =>
  ({ place, after: [], inside: null, kind: "call", repeats: false, ...more }) as unknown as StepView;

const steps = (...views: StepView[]) => new Map(views.map((view) => [view.place, view]));
const told = (views: ReadonlyMap<string, StepView>, ...open: string[]) =>
  branchesOf(views, new Set(open)).map(({ step: { place }, level, open: isOpen }) => [place, level, isOpen]);

describe("steps as a list", () => {
  it("stand behind what they come after, else as in the document", () => {
    const views = steps(step("d", { after: ["b", "c"] }), step("a"), step("c", { after: ["a"] }), step("b", { after: ["a"] }));
    expect(told(views).map(([place]) => place)).toEqual(["a", "b", "c", "d"]);
  });

  it("show their parts when they are opened", () => {
    const views = steps(step("a", { kind: "workflow" }), step("b"), step("a/x", { inside: "a" }));
    expect(told(views)).toEqual([["a", 0, false], ["b", 0, undefined]]);
    expect(told(views, "a")).toEqual([["a", 0, true], ["a/x", 1, undefined], ["b", 0, undefined]]);
  });

  it("have their repetitions read only when they are opened", () => {
    const views = steps(step("a", { repeats: true }), step("b", { kind: "workflow" }), step("b/x", { inside: "b" }));
    expect(unread(views, new Set())).toEqual([]);
    expect(unread(views, new Set(["a", "b"]))).toEqual(["a"]);
  });

  it("open nothing where an earlier run did the work: nothing of it was begun here", () => {
    const views = steps(step("a", { kind: "workflow", status: "done", total: null }), step("a/x", { inside: "a" }), step("b", { repeats: true, status: "done", total: null }));
    expect(told(views, "a", "b")).toEqual([["a", 0, undefined], ["b", 0, undefined]]);
    expect(unread(views, new Set(["b"]))).toEqual([]);
  });

  it("survive a circle, which no run should have", () => {
    expect(told(steps(step("a", { after: ["b"] }), step("b", { after: ["a"] })))).toHaveLength(2);
  });

  it("know all they are inside of", () => {
    expect(ownersOf("report[2]/draft")).toEqual(["report", "report[2]"]);
  });
});
