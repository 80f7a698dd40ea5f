/** Settings and secrets. */

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, type Tagged, unwrap, unwrapTagged } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import type { Settings } from "../types";

/** A change to settings, as a function that may be applied twice with the same outcome. */
export type SettingsEdit = (settings: Settings) => Settings;

/** All settings, with the tag their next edit has to name. */
export function useSettings() {
  return useQuery({
    queryKey: keys.settings,
    queryFn: ({ signal }) => unwrapTagged(client.GET("/v1/settings", { signal })),
    staleTime: 60_000,
  });
}

/** Change settings. The change shows at once and is taken back when the server refuses it. */
export function useSaveSettings() {
  const cache = useQueryClient();
  return useMutation({
    // While edits are under way, news of the first must not undo what was shown of the next.
    mutationKey: keys.settings,
    // One after the other, so that each edit names the tag that the one before it left.
    scope: { id: "settings" },
    onMutate: async (edit: SettingsEdit) => {
      await cache.cancelQueries({ queryKey: keys.settings });
      cache.setQueryData<Tagged<Settings>>(
        keys.settings,
        (shown) => shown && { etag: shown.etag, value: edit(shown.value) },
      );
    },
    mutationFn: async (edit: SettingsEdit) => {
      const known = cache.getQueryData<Tagged<Settings>>(keys.settings);
      const current = known ?? (await unwrapTagged(client.GET("/v1/settings")));
      const edited = unwrapTagged(
        client.PUT("/v1/settings", { params: { header: { "If-Match": current.etag } }, body: edit(current.value) }),
      );
      return edited;
    },
    onSuccess: ({ etag, value }, saved) => {
      const waiting = waitingEdits(cache, saved);
      cache.setQueryData<Tagged<Settings>>(keys.settings, { etag, value: waiting.reduce((shown, edit) => edit(shown), value) });
      // What others changed meanwhile was not read.
      if (waiting.length === 0) void cache.invalidateQueries({ queryKey: keys.settings });
    },
    onError: () => cache.invalidateQueries({ queryKey: keys.settings }),
  });
}

/** The edits that are shown but not saved yet, in the order they were made, without this one. */
function waitingEdits(cache: QueryClient, besides: SettingsEdit): readonly SettingsEdit[] {
  const pending = cache.getMutationCache().findAll({ mutationKey: keys.settings, status: "pending" });
  return pending.map(({ state }) => state.variables as SettingsEdit).filter((edit) => edit !== besides);
}

/** Which secrets there are, masked. */
export function useSecrets() {
  return useQuery({
    queryKey: keys.secrets,
    queryFn: ({ signal }) => unwrap(client.GET("/v1/settings/secrets", { signal })),
  });
}

/** Keep a secret, or forget it with null. It never comes back out. */
export function useSaveSecret() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, value }: { readonly name: string; readonly value: string | null }): Promise<void> => {
      const path = { name };
      if (value === null) await unwrap(client.DELETE("/v1/settings/secrets/{name}", { params: { path } }));
      else await unwrap(client.PUT("/v1/settings/secrets/{name}", { params: { path }, body: { value } }));
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: keys.secrets });
      void cache.invalidateQueries({ queryKey: keys.models });
    },
  });
}
