/** The box commands run in: how strong it is here, and what was tried against it. */

import { useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";

/** Which walls hold on this machine. They are what they are until the server starts again. */
export function useSandbox() {
  return useQuery({
    queryKey: keys.sandbox,
    queryFn: ({ signal }) => unwrap(client.GET("/v1/sandbox", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
