/** Capabilities: what the system can do, doing it, and what was done. */

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";

/** Everything the system can do. */
export function useCapabilities() {
  return useQuery({
    queryKey: keys.capabilities,
    queryFn: async ({ signal }) => (await unwrap(client.GET("/v1/capabilities", { signal }))).items,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The latest calls of one capability, page after page. */
export function useCalls(name: string) {
  return useInfiniteQuery({
    queryKey: [...keys.calls, name],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/v1/capabilities/{name}/calls", {
          params: { path: { name }, query: { limit: 10, after: pageParam } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

export interface CallInput {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly project?: string;
  readonly locale?: "en" | "pt-BR";
}

/** Use a capability. A call that has to be approved throws a problem whose `subject` is the approval. */
export function useCall() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ name, params, project, locale }: CallInput) =>
      unwrap(
        client.POST("/v1/capabilities/{name}/call", {
          params: { path: { name } },
          body: { params: { ...params }, project: project ?? null, locale: locale ?? null, by_hand: false },
        }),
      ),
    onSettled: (_, __, { name }) => cache.invalidateQueries({ queryKey: [...keys.calls, name] }),
  });
}
