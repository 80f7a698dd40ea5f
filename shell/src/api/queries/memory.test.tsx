import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";

import { createCache } from "../cache";
import type { MemoryItem } from "../types";
import { useEditMemory } from "./memory";

const shown = { id: "mem_1", content: "Tea", pinned: false, trust: "user", version: 3 } as MemoryItem;

/** A server that keeps one memory and refuses edits of another version. */
function server() {
  let kept = shown;
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.headers.get("if-match") !== `"v${kept.version}"`) return new Response("{}", { status: 412 });
    kept = { ...kept, ...((await request.json()) as Partial<MemoryItem>), version: kept.version + 1 };
    return new Response(JSON.stringify(kept));
  });
  return {
    kept: () => kept,
    elsewhere: () => {
      kept = { ...kept, content: "Coffee", version: kept.version + 1 };
    },
  };
}

function editor() {
  const cache = createCache();
  const wrapper = ({ children }: { readonly children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
  const { result } = renderHook(useEditMemory, { wrapper });
  const settled = () => waitFor(() => expect(cache.isMutating()).toBe(0));
  return { edit: (edit: Partial<MemoryItem>) => act(async () => result.current.mutate({ item: shown, ...edit })), settled, result };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("edits that follow each other faster than the answers come are all made", async () => {
  const { kept } = server();
  const { edit, settled } = editor();
  await edit({ pinned: true });
  await edit({ trust: "untrusted" });
  await edit({ content: "Green tea" });
  await settled();
  expect(kept()).toMatchObject({ pinned: true, trust: "untrusted", content: "Green tea", version: 6 });
});

test("what somebody else changed meanwhile is still not overwritten", async () => {
  const { kept, elsewhere } = server();
  const { edit, settled, result } = editor();
  await edit({ pinned: true });
  await settled();
  elsewhere();
  await edit({ content: "Green tea" });
  await waitFor(() => expect(result.current.error).toMatchObject({ status: 412 }));
  expect(kept().content).toBe("Coffee");
});
