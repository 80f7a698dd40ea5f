/** What a person does by their own hand: seeing it first, and doing exactly what was seen. */

import { useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { spoken } from "../spoken";

export type Params = Readonly<Record<string, unknown>>;

export interface HandWish {
  readonly name: string;
  readonly params: Params;
  /** Where it is done; none: in the first project. */
  readonly project?: string;
}

/** What a call would do, and the hash of exactly that; asked only while `enabled`, and never from memory. */
export function useHandPreview({ name, params, project }: HandWish, enabled: boolean) {
  return useQuery({
    queryKey: ["preview", name, JSON.stringify(params), project ?? ""],
    queryFn: ({ signal }) =>
      unwrap(
        client.POST("/v1/capabilities/{name}/preview", {
          params: { path: { name } },
          body: { params: { ...params }, project: project ?? null, locale: spoken() },
          signal,
        }),
      ),
    enabled,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

export interface ByHand extends HandWish {
  /** The hash of the preview the person saw. */
  readonly seen?: string;
  /** The words they typed, where the preview asked for some. */
  readonly confirm?: string;
}

/** Do it. What has to be seen first, and was not, is refused as `approval_required`; what changed, as `approval_stale`. */
export function useByHand() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ name, params, project, seen, confirm }: ByHand) =>
      unwrap(
        client.POST("/v1/capabilities/{name}/call", {
          params: { path: { name } },
          body: { params: { ...params }, project: project ?? null, locale: spoken(), by_hand: true, seen: seen ?? null, confirm: confirm ?? null },
        }),
      ),
    onSettled: (_, __, { name }) => {
      const app = name.split(".", 1)[0] ?? "";
      void cache.invalidateQueries({ queryKey: keys.app(app) });
      void cache.invalidateQueries({ queryKey: [...keys.calls, name] });
    },
  });
}
