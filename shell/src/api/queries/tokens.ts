/** Tokens with scopes, which programs show. */

import { useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import type { TokenWish } from "../types";

/** The tokens with scopes that are valid. */
export function useTokens() {
  return useQuery({ queryKey: keys.tokens, queryFn: ({ signal }) => unwrap(client.GET("/v1/tokens", { signal })) });
}

/** What tokens may be made for. */
export function useScopes() {
  return useQuery({
    queryKey: [...keys.tokens, "scopes"],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/tokens/scopes", { signal })),
  });
}

/** Make a token; its secret comes back this once. */
export function useMakeToken() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: TokenWish) => unwrap(client.POST("/v1/tokens", { body })),
    onSettled: () => void cache.invalidateQueries({ queryKey: keys.tokens }),
    gcTime: 0, // the secret is not kept here
  });
}

/** Make a token worthless. */
export function useRevokeToken() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(client.DELETE("/v1/tokens/{id}", { params: { path: { id } } })),
    onSettled: () => void cache.invalidateQueries({ queryKey: keys.tokens }),
  });
}
