/** How answers are cached: events refresh them, so time alone seldom does. */

import { QueryClient } from "@tanstack/react-query";

import type { QueryKey } from "./keys";
import { isProblem } from "./problem";

/** The cache of one page. */
export function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // The server is on this machine: without a network it is as near as ever.
        networkMode: "always",
        refetchOnWindowFocus: false,
        // A refusal stays a refusal; a server that is just starting is worth another try.
        retry: (failures, error) => failures < 3 && isProblem(error) && (error.status === 0 || error.status === 503),
        retryDelay: (failures) => Math.min(400 * 2 ** failures, 3_000),
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** Read anew whatever is shown of what a key names, once it is out of date. */
export async function readAnew(cache: QueryClient, queryKey: QueryKey): Promise<void> {
  // A first answer on its way is not begun anew, and may be older than the news: it is waited for, then asked for again.
  const awaited = cache.getQueryCache().findAll({ queryKey, fetchStatus: "fetching", predicate: ({ state }) => state.data === undefined });
  await Promise.allSettled(awaited.map((query) => query.promise));
  await cache.invalidateQueries({ queryKey });
}
