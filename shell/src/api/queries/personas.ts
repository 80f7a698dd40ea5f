/** Personas: who can be asked, and making, changing, copying and removing them. */

import { useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import type { Agent, NewPersona } from "../types";

/** Everybody who can be asked. */
export function usePersonas() {
  return useQuery({
    queryKey: keys.personas,
    queryFn: async ({ signal }) =>
      (await unwrap(client.GET("/v1/personas", { params: { query: { limit: 200 } }, signal }))).items,
    staleTime: 60_000,
  });
}

/** One persona as it stands now. */
export function usePersona(id: string) {
  return useQuery({
    queryKey: [...keys.personas, id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/personas/{id}", { params: { path: { id } }, signal })),
  });
}

/** Make a persona. */
export function useCreatePersona() {
  const stale = useStale();
  return useMutation({
    mutationFn: (persona: NewPersona) => unwrap(client.POST("/v1/personas", { body: persona })),
    ...stale,
  });
}

/** Replace a persona; refused with 412 when it is no longer the version that was edited. */
export function useSavePersona() {
  const stale = useStale();
  return useMutation({
    mutationFn: (agent: Agent) =>
      unwrap(
        client.PUT("/v1/personas/{id}", {
          params: { path: { id: agent.id }, header: { "If-Match": `"v${agent.version}"` } },
          body: agent,
        }),
      ),
    ...stale,
  });
}

/** Make a copy of a persona, to be edited. */
export function useClonePersona() {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ id, name }: { readonly id: string; readonly name: string }) =>
      unwrap(client.POST("/v1/personas/{id}/clone", { params: { path: { id } }, body: { name } })),
    ...stale,
  });
}

/** Remove a persona. The answer names the change that brings it back. */
export function useDeletePersona() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (agent: Agent) =>
      unwrap(
        client.DELETE("/v1/personas/{id}", {
          params: { path: { id: agent.id }, header: { "If-Match": `"v${agent.version}"` } },
        }),
      ),
    onSuccess: (_, agent) => {
      cache.setQueryData<readonly Agent[]>(keys.personas, (list) => list?.filter(({ id }) => id !== agent.id));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.personas, exact: true }),
  });
}

function useStale() {
  const cache = useQueryClient();
  return {
    onSuccess: (saved: Agent) => {
      cache.setQueryData([...keys.personas, saved.id], saved);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.personas }),
  };
}
