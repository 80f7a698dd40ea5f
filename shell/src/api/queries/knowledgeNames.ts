/** Names of documents and collections: the little of knowledge that the chat and home ask for. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";

/** All collections, or those of a project. */
export function useCollections(project?: string, enabled = true) {
  return useQuery({
    queryKey: [...keys.knowledge, "collections", project ?? ""],
    queryFn: async ({ signal }) =>
      (await unwrap(client.GET("/v1/collections", { params: { query: { project } }, signal }))).items,
    enabled,
  });
}

/** Documents whose name holds these words, a few: for whoever types `#`. */
export function useDocumentNames(words: string, enabled: boolean) {
  return useQuery({
    queryKey: [...keys.knowledge, "documents", "names", words],
    queryFn: async ({ signal }) =>
      (await unwrap(client.GET("/v1/documents", { params: { query: { query: words || undefined, limit: 6 } }, signal }))).items,
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    // A desktop without the app offers none.
    retry: false,
  });
}
