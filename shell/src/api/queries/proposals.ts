/** Changes that were proposed: look at what one would alter, let it happen, let it go. */

import { useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { spoken } from "../spoken";

/** What a proposal would alter in the file as it is now, and which content that is: the file may change at any time. */
export function useProposalDiff(id: string) {
  return useQuery({
    queryKey: [...keys.changes, "proposal", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/changes/{id}/diff", { params: { path: { id } }, signal })),
  });
}

export interface Adoption {
  readonly id: string;
  /** The pieces to let happen, counted as they stand in the diff; left out, all of them. */
  readonly hunks?: readonly number[];
  /** The content the diff was made from: if the file is another by now, nothing is written. */
  readonly sha256: string | null;
}

/** Let a proposal happen, or a part of it. */
export function useAdopt() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, hunks, sha256 }: Adoption) =>
      unwrap(client.POST("/v1/changes/{id}/adopt", { params: { path: { id } }, body: { hunks: hunks && [...hunks], sha256, locale: spoken() } })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.changes }),
  });
}

/** How it went to let several proposals happen: which did, and which did not. */
export interface Adopted {
  readonly adopted: readonly string[];
  readonly refused: readonly { readonly id: string; readonly error: unknown }[];
}

/** Let several proposals happen one after the other, each against the content that was shown; what is refused stays. */
export function useAdoptAll() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]): Promise<Adopted> => {
      const adopted: string[] = [];
      const refused: Adopted["refused"][number][] = [];
      for (const id of ids) {
        const params = { path: { id } };
        try {
          const { sha256 } = await cache.ensureQueryData({
            queryKey: [...keys.changes, "proposal", id],
            queryFn: () => unwrap(client.GET("/v1/changes/{id}/diff", { params })),
          });
          await unwrap(client.POST("/v1/changes/{id}/adopt", { params, body: { sha256, locale: spoken() } }));
          adopted.push(id);
        } catch (error) {
          refused.push({ id, error });
        }
      }
      return { adopted, refused };
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.changes }),
  });
}

/** Let a proposal go. Nothing was written, and nothing will be. */
export function useDrop() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(client.POST("/v1/changes/{id}/drop", { params: { path: { id } } })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.changes }),
  });
}
