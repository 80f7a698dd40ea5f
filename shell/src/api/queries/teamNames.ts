/** The teams there are: apart from the rest, because who writes a message may name one. */

import { useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";

/** All teams. */
export function useTeams(enabled = true) {
  return useQuery({
    queryKey: keys.teams,
    queryFn: async ({ signal }) => (await unwrap(client.GET("/v1/agent-teams", { signal }))).items,
    staleTime: 60_000,
    enabled,
  });
}
