import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { useHost, useOwnAgent } from "./host";

afterEach(cleanup);

test("the agent of an app is the host while its screen is open, and no longer", () => {
  const { rerender, unmount } = renderHook(({ words }) => useOwnAgent("atlas", words), { initialProps: { words: ["What is at risk?"] } });
  const first = useHost.getState().host;
  expect(first).toEqual({ agent: "atlas", suggestions: ["What is at risk?"] });
  rerender({ words: ["What is at risk?"] });
  expect(useHost.getState().host).toBe(first);
  rerender({ words: ["Who is late?"] });
  expect(useHost.getState().host?.suggestions).toEqual(["Who is late?"]);
  unmount();
  expect(useHost.getState().host).toBeNull();
});
