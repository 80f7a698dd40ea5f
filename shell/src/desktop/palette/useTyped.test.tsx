import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";

import { useTyped } from "./useTyped";

test("letters typed while the field is being drawn are in it", () => {
  const ahead = { current: "sign" };
  /** Stands for who types on: drawn after the field, before anything of it is there. */
  function Hasty() {
    ahead.current = "sign in";
    return null;
  }
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <>
      {children}
      <Hasty />
    </>
  );
  const { result } = renderHook(() => useTyped(ahead), { wrapper });
  expect(result.current[0]).toBe("sign in");
  expect(ahead.current).toBe("");
});
