/** Package registries: which there are, and which commands of a project may reach. */

import { useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";

/** The registries as they stand in a project. What alters them is done by hand: `registries.allow`, `registries.revoke`. */
export function useRegistries(project: string) {
  return useQuery({
    queryKey: [...keys.registries, project],
    queryFn: async ({ signal }) => (await unwrap(client.GET("/v1/registries", { params: { query: { project } }, signal }))).items,
  });
}
