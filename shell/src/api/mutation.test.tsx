import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";

import { createCache } from "./cache";
import { useMutation } from "./mutation";

/** A command that ends when it is told to, and what its endings said. */
function command() {
  const told: unknown[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const cache = createCache();
  const wrapper = ({ children }: { readonly children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
  const mutationFn = (word: string) =>
    new Promise<string>((good, bad) => ends.set(word, (error) => (error === undefined ? good(word.toUpperCase()) : bad(error))));
  const { result, unmount } = renderHook(() => useMutation({ mutationFn }), { wrapper });
  const give = (word: string) =>
    act(async () =>
      result.current.mutate(word, {
        onSuccess: (data, here) => told.push(["done", data, here]),
        onError: (error, here) => told.push(["failed", error.message, here]),
        onSettled: (here) => told.push(["over", here]),
      }),
    );
  const end = (word: string, error?: Error) => act(async () => ends.get(word)?.(error));
  return { told, give, end, unmount };
}

test("what a command came to is told although its component has gone", async () => {
  const { told, give, end, unmount } = command();
  await give("one");
  unmount();
  await end("one");
  expect(told).toEqual([["done", "ONE", false], ["over", false]]);
});

test("a refusal is told although its component has gone", async () => {
  const { told, give, end, unmount } = command();
  await give("one");
  unmount();
  await end("one", new Error("no"));
  expect(told).toEqual([["failed", "no", false], ["over", false]]);
});

test("of two commands in a row both endings are told", async () => {
  const { told, give, end } = command();
  await give("one");
  await give("two");
  await end("two");
  await end("one");
  expect(told).toEqual([["done", "TWO", true], ["over", true], ["done", "ONE", true], ["over", true]]);
});
