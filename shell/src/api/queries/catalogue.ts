/** The catalogue: looked at, its sources kept and asked. Adding and removing are calls of the app something is for. */

import { useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { spoken } from "../spoken";
import type { NewCatalogueSource } from "../types";

/** All that can be added and all that is here; nothing is fetched for it. */
export function useCatalogue() {
  const locale = spoken();
  return useQuery({
    queryKey: [...keys.catalogue, "list", locale],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/catalogue", { params: { query: { locale } }, signal })),
  });
}

/** One entry with everything that is known of it. */
export function useCatalogueEntry(source: string, kind: string, name: string) {
  const locale = spoken();
  return useQuery({
    queryKey: [...keys.catalogue, "entry", source, kind, name, locale],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/v1/catalogue/entries/{source}/{kind}/{name}", { params: { path: { source, kind, name }, query: { locale } }, signal })),
  });
}

/** The sources: what comes with the system, then those that were added. */
export function useCatalogueSources() {
  return useQuery({
    queryKey: [...keys.catalogue, "sources"],
    queryFn: async ({ signal }) => (await unwrap(client.GET("/v1/catalogue/sources", { signal }))).items,
  });
}

/** Keep a folder or an address as a source. */
export function useAddCatalogueSource() {
  return useMutation({ mutationFn: (body: NewCatalogueSource) => unwrap(client.POST("/v1/catalogue/sources", { body })), ...useStale() });
}

/** Ask a source what it offers now. */
export function useRefreshCatalogueSource(id: string) {
  return useMutation({ mutationFn: (_: void) => unwrap(client.POST("/v1/catalogue/sources/{id}/refresh", { params: { path: { id } } })), ...useStale() });
}

/** Returns what reads the catalogue anew after something was added or removed. */
export function useFreshCatalogue(): () => void {
  const { onSettled } = useStale();
  return () => void onSettled();
}

function useStale() {
  const cache = useQueryClient();
  return { onSettled: () => cache.invalidateQueries({ queryKey: keys.catalogue }) };
}
