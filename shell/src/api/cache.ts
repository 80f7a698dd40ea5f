/** How answers are cached: events refresh them, so time alone seldom does. */

import { QueryClient } from "@tanstack/react-query";

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
