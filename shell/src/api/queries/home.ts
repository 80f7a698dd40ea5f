/** Home, health and search: the first things one asks. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";

/** Everything the desktop shows first, and where its event stream begins. */
export function useHome() {
  return useQuery({
    queryKey: keys.home,
    queryFn: ({ signal }) => unwrap(client.GET("/v1/home", { signal })),
  });
}

/** Whether the server is ready, and its version. */
export function useHealth() {
  return useQuery({
    queryKey: keys.health,
    queryFn: ({ signal }) => unwrap(client.GET("/v1/health", { signal })),
  });
}

/** What exists under these words; nothing is asked for no words. */
export function useSearch(words: string, locale: "en" | "pt-BR") {
  const q = words.trim();
  return useQuery({
    queryKey: [...keys.search, locale, q],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/search", { params: { query: { q, locale } }, signal })),
    enabled: q !== "",
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}
