/** Web APIs: imported by the owner, their operations looked for. */

import { useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { uploadArtifact } from "../upload";

/** All APIs. */
export function useWebApis() {
  return useQuery({
    queryKey: [...keys.openapi, "list"],
    queryFn: async ({ signal }) => (await unwrap(client.GET("/v1/openapi", { signal }))).items,
  });
}

/** One API, with what was left out of its document. */
export function useWebApi(id: string) {
  return useQuery({
    queryKey: [...keys.openapi, "one", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/openapi/{id}", { params: { path: { id } }, signal })),
  });
}

/** Operations of an API that fit some words, the best first. */
export function useWebOperations(id: string, query: string) {
  return useQuery({
    queryKey: [...keys.openapi, "operations", id, query],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/openapi/{id}/operations", { params: { path: { id }, query: { query } }, signal })),
    placeholderData: (before) => before,
  });
}

/** Where a document is: its text, or an address from which it is fetched through the guarded client. */
export type WebDocumentPlace = { readonly text: string } | { readonly url: string };

/** Keep a document as an artifact, to be looked at before anything of it is used; gives its id. */
export function useKeepDocument() {
  return useMutation({
    mutationFn: async (place: WebDocumentPlace) =>
      "url" in place
        ? (await unwrap(client.POST("/v1/openapi/fetch", { body: { url: place.url } }))).artifact
        : (await uploadArtifact(new File([place.text], "openapi.txt", { type: "text/plain" }))).id,
  });
}

/** Tell that APIs have changed. */
export function useApisChanged() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: keys.openapi });
}
