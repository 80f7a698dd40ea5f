import { renderHook } from "@testing-library/react";
import { type ReactNode, useLayoutEffect } from "react";
import { expect, test } from "vitest";

import { useLayout } from "@/state";
import { useShortcuts } from "./useActions";

/** Presses a key after everything inside is in place, before any of it is painted. */
function Hasty({ children }: { readonly children: ReactNode }) {
  useLayoutEffect(() => {
    dispatchEvent(new KeyboardEvent("keydown", { key: "j", ctrlKey: true }));
  }, []);
  return children;
}

test("whoever sees the desktop can use its keys", () => {
  useLayout.setState({ chat: true });
  const context = { home: undefined, navigate: () => undefined, appear: () => undefined, desktop: undefined, arrange: () => undefined };
  renderHook(() => useShortcuts(context), { wrapper: Hasty });
  expect(useLayout.getState().chat).toBe(false);
});
