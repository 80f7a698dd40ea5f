import { describe, expect, it } from "vitest";

import { lookAt } from "./fit";
import type { Scene } from "./scene";

const FRAME = { width: 848, height: 488 };
const scene = (width: number, height: number, boxes = 8, direction: Scene["direction"] = "right") =>
  ({ width, height, direction, spots: new Array(boxes).fill({ x: width / 2 - 98, y: height / 2 - 28, width: 196, height: 56 }) as unknown as Scene["spots"] }) as const;

describe("the first look at a picture", () => {
  it("is at all of it, in the middle above the buttons", () => {
    expect(lookAt(scene(400, 200), FRAME)).toEqual({ x: 224, y: 124, zoom: 1 });
    expect(lookAt(scene(1000, 100), FRAME)).toEqual({ x: 24, y: 184, zoom: 0.8 });
  });

  it("is at where it begins, when reading it means to move around", () => {
    expect(lookAt(scene(2000, 56), FRAME)).toMatchObject({ x: 24, zoom: 0.6 });
    expect(lookAt(scene(200, 2000, 8, "down"), FRAME)).toMatchObject({ y: 24, zoom: 0.6 });
    expect(lookAt(scene(2000, 56, 8, "down"), FRAME).x).toBe(24 + (800 - 1200) / 2); // the first step in the middle
  });

  it("is from further away when there is a lot", () => {
    expect(lookAt(scene(2000, 56, 40), FRAME).zoom).toBe(0.4);
  });
});
