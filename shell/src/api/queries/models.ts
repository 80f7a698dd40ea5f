/** Models and their providers: what is there, what it can do. */

import { useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";

/** Every provider and model, and which one each role uses. */
export function useModels() {
  return useQuery({
    queryKey: keys.models,
    queryFn: ({ signal }) => unwrap(client.GET("/v1/models", { signal })),
    staleTime: 30_000,
  });
}

/** Local models worth having. */
export function useRecommended() {
  return useQuery({
    queryKey: keys.recommended,
    queryFn: ({ signal }) => unwrap(client.GET("/v1/models/recommended", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** How much memory this machine has, and the model advised for it. */
export function useMachine() {
  return useQuery({
    queryKey: keys.machine,
    queryFn: ({ signal }) => unwrap(client.GET("/v1/models/machine", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Look around this machine for model servers and keys. */
export function useDiscover() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async () => (await unwrap(client.POST("/v1/models/discover"))).found,
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: keys.models });
      void cache.invalidateQueries({ queryKey: keys.home });
    },
  });
}

/** Try a model out. */
export function useProbe() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (model: { readonly provider: string; readonly model: string }) =>
      unwrap(client.POST("/v1/models/probe", { body: model })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.models }),
  });
}

/** Try the connection to a provider. */
export function useTestConnection() {
  return useMutation({
    mutationFn: (provider: string) => unwrap(client.POST("/v1/settings/test", { body: { provider } })),
  });
}
