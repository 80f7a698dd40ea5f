import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";

import { createCache } from "../cache";
import type { Settings } from "../types";
import { useSaveSettings, useSettings } from "./settings";

type Theme = Settings["appearance"]["theme"];

/** A server whose answers to edits wait until they are let go. */
function slowServer() {
  let kept = { appearance: { theme: "system" as Theme } };
  let version = 1;
  const held: (() => void)[] = [];
  const answer = () => new Response(JSON.stringify(kept), { headers: { etag: `"v${version}"` } });
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return answer();
    const edited = (await request.json()) as typeof kept;
    await new Promise<void>((letGo) => held.push(letGo));
    if (request.headers.get("if-match") !== `"v${version}"`) return new Response("{}", { status: 412 });
    kept = edited;
    version++;
    return answer();
  });
  return {
    theme: () => kept.appearance.theme,
    letGo: async () => {
      await waitFor(() => expect(held).toHaveLength(1));
      await act(async () => held.splice(0).forEach((each) => each()));
    },
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("edits that follow each other stay shown while the ones before them are saved", async () => {
  const server = slowServer();
  const cache = createCache();
  const wrapper = ({ children }: { readonly children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
  const shown: Theme[] = [];
  const { result } = renderHook(
    () => {
      const theme = useSettings().data?.value.appearance.theme;
      if (theme !== undefined && shown.at(-1) !== theme) shown.push(theme);
      return useSaveSettings().mutate;
    },
    { wrapper },
  );
  await waitFor(() => expect(shown).toEqual(["system"]));
  const look = (theme: Theme) =>
    act(async () => result.current((settings) => ({ ...settings, appearance: { ...settings.appearance, theme } })));

  await look("dark");
  await waitFor(() => expect(shown.at(-1)).toBe("dark"));
  await look("light");
  await server.letGo();
  await server.letGo();
  await waitFor(() => expect(cache.isMutating()).toBe(0));
  expect(server.theme()).toBe("light");
  expect(shown).toEqual(["system", "dark", "light"]);
});
