/** Artifacts and projects: results one keeps, and the places they are made in. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";

/** Every project. */
export function useProjects() {
  return useQuery({
    queryKey: keys.projects,
    queryFn: async ({ signal }) => (await unwrap(client.GET("/v1/projects", { signal }))).items,
  });
}

/** Make a project in a folder of its own. */
export function useCreateProject() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => unwrap(client.POST("/v1/projects", { body: { name } })),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: keys.projects });
      void cache.invalidateQueries({ queryKey: keys.home });
    },
  });
}

/** Where the bytes of an artifact are. */
export function artifactUrl(id: string): string {
  return `/v1/artifacts/${encodeURIComponent(id)}/content`;
}
