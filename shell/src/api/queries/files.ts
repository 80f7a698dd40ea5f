/** Files of a project's workspace: its folders, what stands in a file, and finding one by its name. */

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";

/** Each of these folders with what is in it, in the order asked for; `""` is the project's own. */
export function useFolders(project: string, paths: readonly string[]) {
  return useQueries({
    queries: paths.map((path) => ({
      queryKey: [...keys.files, project, "folder", path],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        unwrap(client.GET("/v1/projects/{id}/tree", { params: { path: { id: project }, query: { path } }, signal })),
      // Other programs change files, too, and tell nobody.
      refetchOnWindowFocus: true,
    })),
  });
}

/** One file: what kind it is, and its text when it is one. */
export function useFile(project: string, path: string) {
  return useQuery({
    queryKey: [...keys.files, project, "file", path],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/v1/projects/{id}/file", { params: { path: { id: project }, query: { path } }, signal })),
    refetchOnWindowFocus: true,
  });
}

/** Files whose path holds these letters in this order, best fit first; nothing is asked without any. */
export function useFoundFiles(project: string, words: string) {
  return useQuery({
    queryKey: [...keys.files, project, "found", words],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/v1/projects/{id}/files", { params: { path: { id: project }, query: { q: words, limit: 50 } }, signal })),
    enabled: words !== "",
    placeholderData: keepPreviousData,
  });
}

/** How the names of documents end. */
const DOCUMENTS = [".md", ".txt", ".pdf", ".docx"] as const;

/** The texts and documents of a project, by their paths. */
export function useDocuments(project: string) {
  return useQuery({
    queryKey: [...keys.files, project, "documents"],
    queryFn: async ({ signal }) => {
      const params = { path: { id: project } };
      const found = await Promise.all(
        DOCUMENTS.map((q) => unwrap(client.GET("/v1/projects/{id}/files", { params: { ...params, query: { q, limit: 100 } }, signal }))),
      );
      const named = found.flatMap((files, place) => files.filter(({ path }) => path.toLowerCase().endsWith(DOCUMENTS[place] ?? "")));
      return named.sort((one, other) => one.path.localeCompare(other.path));
    },
    refetchOnWindowFocus: true,
  });
}

/** Where the bytes of a file are. */
export function fileUrl(project: string, path: string, options: { readonly download?: boolean } = {}): string {
  const query = new URLSearchParams({ path, ...(options.download ? { download: "true" } : {}) });
  return `/v1/projects/${encodeURIComponent(project)}/raw?${query}`;
}
