import { describe, expect, it } from "vitest";

import { fitScale, fitted, isFitted, panned, pinched, resized, STEP, zoomed, zoomedTo } from "./zoom";

/** A picture of 2000 × 1000 in a window of 500 × 500. */
const scene = { picture: { width: 2_000, height: 1_000 }, window: { width: 500, height: 500 } };

describe("a picture in its window", () => {
  it("is seen whole at first, and never blown up", () => {
    expect(fitted(scene)).toEqual({ scale: 0.25, x: 0, y: 0 });
    expect(fitScale({ ...scene, picture: { width: 16, height: 16 } })).toBe(1);
    expect(fitScale({ ...scene, picture: { width: 0, height: 0 } })).toBe(1);
  });

  it("keeps what is under the pointer under the pointer", () => {
    const before = zoomed(fitted(scene), 4, scene);
    const at = { x: 100, y: 60 };
    const after = zoomed(before, 2, scene, at);
    const under = (view: typeof before) => [(at.x - view.x) / view.scale, (at.y - view.y) / view.scale];
    expect(under(after)).toEqual(under(before));
  });

  it("gets no smaller than whole and no larger than sixteen times", () => {
    expect(zoomed(fitted(scene), 0.01, scene).scale).toBe(0.25);
    expect(zoomed(fitted(scene), 10_000, scene).scale).toBe(16);
    expect(zoomedTo(fitted(scene), 1, scene).scale).toBe(1);
  });

  it("follows two fingers, around the one that rests", () => {
    const near = zoomed(fitted(scene), 4, scene);
    const apart = pinched(near, { from: { x: 10, y: 0 }, to: { x: 20, y: 0 }, other: { x: 0, y: 0 } }, scene);
    expect(apart.scale).toBe(near.scale * 2);
    const same = { x: 5, y: 5 };
    expect(pinched(near, { from: same, to: { x: 50, y: 50 }, other: same }, scene)).toBe(near);
  });

  it("is moved only as far as there is more to see", () => {
    expect(panned(fitted(scene), { x: 50, y: 50 }, scene)).toEqual(fitted(scene));
    const real = zoomedTo(fitted(scene), 1, scene);
    expect(panned(real, { x: 9_999, y: -9_999 }, scene)).toEqual({ scale: 1, x: 750, y: -250 });
  });

  it("stays whole when the window changes, and stays near when it was near", () => {
    const wider = { ...scene, window: { width: 1_000, height: 500 } };
    expect(resized(fitted(scene), scene, wider)).toEqual(fitted(wider));
    const near = zoomed(fitted(scene), STEP ** 6, scene);
    expect(resized(near, scene, wider).scale).toBe(near.scale);
    expect(isFitted(near, scene)).toBe(false);
  });
});
