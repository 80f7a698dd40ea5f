import { describe, expect, it } from "vitest";

import type { StepView } from "@/api";
import { pathThrough, partsOf, sceneOf, walk } from "./scene";

const step = (place: string, after: readonly string[] = [], inside: string | null = null) =>
  ({ place, after, inside }) as unknown as StepView;

const DIAMOND = [step("a"), step("b", ["a"]), step("c", ["a"]), step("d", ["b", "c"])];
const NESTED = [...DIAMOND, step("b/x", [], "b"), step("b/y", ["b/x"], "b")];
const NONE: ReadonlySet<string> = new Set();

describe("a run's picture", () => {
  it("shows parts only of what is open, inside the box around them", () => {
    expect(sceneOf(partsOf(NESTED), NONE, "right").spots.map(({ place }) => place)).toEqual(["a", "b", "c", "d"]);
    const { spots } = sceneOf(partsOf(NESTED), new Set(["b"]), "right");
    expect(spots.map(({ place }) => place)).toEqual(["a", "b", "b/x", "b/y", "c", "d"]);
    const [around, first] = [spots.find(({ place }) => place === "b"), spots.find(({ place }) => place === "b/x")];
    expect(around?.open).toBe(true);
    expect(around && first && first.x > around.x && first.y > around.y && first.y + first.height < around.y + around.height).toBe(true);
  });

  it("stays closed while the parts are not known yet", () => {
    expect(sceneOf(partsOf(DIAMOND), new Set(["b"]), "right").spots.every(({ open }) => !open)).toBe(true);
  });

  it("draws a wire from the side where a step ends to the side where the next begins", () => {
    const { lines } = sceneOf(partsOf([step("a"), step("b", ["a"])]), NONE, "right");
    expect(lines).toEqual([{ from: "a", to: "b", points: [{ x: 196, y: 28 }, { x: 240, y: 28 }] }]);
    expect(pathThrough(lines[0]?.points ?? [], "right")).toBe("M196 28C218 28 218 28 240 28");
    expect(pathThrough([], "right")).toBe("");
  });

  it("is walked with the arrows: along wires, and beside them", () => {
    const scene = sceneOf(partsOf(DIAMOND), NONE, "right");
    expect(walk(scene, "a", "ArrowRight")).toBe("b");
    expect(walk(scene, "b", "ArrowDown")).toBe("c");
    expect(walk(scene, "c", "ArrowUp")).toBe("b");
    expect(walk(scene, "c", "ArrowRight")).toBe("d");
    expect(walk(scene, "d", "ArrowLeft")).toBe("b");
    expect(walk(scene, "a", "ArrowLeft")).toBeUndefined();
    expect(walk(sceneOf(partsOf(DIAMOND), NONE, "down"), "a", "ArrowDown")).toBe("b");
  });
});
