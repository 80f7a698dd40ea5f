import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Steady } from "./steady";

type Tell = (entries: readonly { readonly target: Element }[]) => void;

let tell: Tell = () => undefined;

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(told: Tell) {
        tell = told;
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

function standing(top: number, height: number): HTMLElement {
  const element = document.createElement("div");
  element.getBoundingClientRect = () => new DOMRect(0, top, 100, height);
  return element;
}

function scroller(): HTMLElement {
  const box = standing(100, 500);
  box.scrollTop = 1_000;
  return box;
}

test("what grows above the view is scrolled away", () => {
  const box = scroller();
  const steady = new Steady(box);
  const above = standing(-400, 300);
  steady.hold(above, 200);
  expect(box.scrollTop).toBe(1_100);
  above.getBoundingClientRect = () => new DOMRect(0, -400, 100, 320);
  tell([{ target: above }]);
  expect(box.scrollTop).toBe(1_120);
});

test("what grows in the view or below it moves nothing", () => {
  const box = scroller();
  const steady = new Steady(box);
  steady.hold(standing(150, 300), 200);
  expect(box.scrollTop).toBe(1_000);
});

test("what was pushed into the view by something above it was above as well", () => {
  const box = scroller();
  const steady = new Steady(box);
  const first = standing(-400, 200);
  const second = standing(-200, 100);
  steady.hold(first, 200);
  steady.hold(second, 100);
  first.getBoundingClientRect = () => new DOMRect(0, -400, 100, 600);
  second.getBoundingClientRect = () => new DOMRect(0, 200, 100, 150);
  tell([{ target: second }, { target: first }]);
  expect(box.scrollTop).toBe(1_450);
});

test("what is drawn for the first time moves nothing", () => {
  const box = scroller();
  const steady = new Steady(box);
  const fresh = standing(-400, 300);
  steady.hold(fresh, null);
  tell([{ target: fresh }]);
  expect(box.scrollTop).toBe(1_000);
});
