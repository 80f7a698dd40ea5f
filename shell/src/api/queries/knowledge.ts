/** Knowledge: documents and their collections, what stands on their pages, and finding passages in them. */

import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import type { CollectionEdit, DocumentPage, DocumentPlace, DocumentsPage, DocumentState, KnowledgeDocument, Removed, SourceWish } from "../knowledge";
import { useMutation } from "../mutation";
import { showAtOnce } from "../optimistic";
import { isProblem } from "../problem";

export interface DocumentFilter extends DocumentPlace {
  readonly query?: string;
  readonly state?: DocumentState;
}

const PAGE = 100;
const DOCUMENTS = [...keys.knowledge, "documents"];

/** Documents, the latest first, page after page. */
export function useKnowledgeDocuments(filter: DocumentFilter = {}) {
  const { project, collection, state } = filter;
  const query = filter.query?.trim() || undefined;
  return useInfiniteQuery({
    queryKey: [...DOCUMENTS, "list", project ?? "", collection ?? "", state ?? "", query ?? ""],
    queryFn: ({ pageParam, signal }) =>
      unwrap(client.GET("/v1/documents", { params: { query: { project, collection, state, query, limit: PAGE, after: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** One document, with its outline: the newest version, or an earlier one. */
export function useKnowledgeDocument(id: string, version?: number, enabled = true) {
  return useQuery({
    queryKey: [...DOCUMENTS, "one", id, String(version ?? "")],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/documents/{id}", { params: { path: { id }, query: { version } }, signal })),
    enabled,
  });
}

/** Pages of a document with their text and where its lines stand. They stay as they are for as long as the version does. */
export function useDocumentPages(document: Pick<KnowledgeDocument, "id" | "version" | "indexed_at">, from: number, to: number, enabled = true) {
  const { id, version, indexed_at } = document;
  return useQuery({
    queryKey: ["document-pages", id, String(version), indexed_at ?? "", String(from), String(to)],
    queryFn: ({ signal }) => readPages({ id, version }, from, to, signal),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Some pages of a document. */
export async function readPages({ id, version }: Pick<KnowledgeDocument, "id" | "version">, from: number, to: number, signal: AbortSignal): Promise<readonly DocumentPage[]> {
  const { items } = await unwrap(client.GET("/v1/documents/{id}/pages", { params: { path: { id }, query: { from, to, version } }, signal }));
  // The client forgets how many figures a line has.
  return items as unknown as readonly DocumentPage[];
}

/** Passages that say something about these words; nothing is asked without any. */
export function usePassages(words: string, place: { readonly collection?: string; readonly document?: string; readonly k?: number } = {}) {
  const { collection, document, k = 12 } = place;
  return useQuery({
    queryKey: [...keys.knowledge, "search", words, collection ?? "", document ?? "", String(k)],
    queryFn: async ({ signal }) =>
      (await unwrap(client.POST("/v1/knowledge/search", { body: { query: words, collection, document, k }, signal }))).items,
    enabled: words !== "",
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** Have something read that is not a file of this machine. */
export function useAddSource() {
  return useKnowledgeEdit((wish: SourceWish) => unwrap(client.POST("/v1/documents", { body: wish })));
}

/** Call a document otherwise, or put it into another collection. */
export function useEditDocument() {
  return useKnowledgeEdit(({ id, ...edit }: { readonly id: string; readonly title?: string; readonly collection?: string }) =>
    unwrap(client.PATCH("/v1/documents/{id}", { params: { path: { id } }, body: edit })),
  );
}

/** Read a document once more. */
export function useReindexDocument() {
  return useKnowledgeEdit((id: string) => unwrap(client.POST("/v1/documents/{id}/reindex", { params: { path: { id } } })));
}

export interface DocumentRemoval {
  /** What brings them back, in the order they went. */
  readonly removed: readonly Removed[];
  /** What kept the rest from going. */
  readonly trouble: unknown;
}

/** Let documents go. They leave the lists at once; one that is gone already is no trouble. */
export function useDeleteDocuments() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: keys.knowledge,
    mutationFn: async (ids: readonly string[]): Promise<DocumentRemoval> => {
      const removed: Removed[] = [];
      for (const id of ids) {
        try {
          removed.push(await unwrap(client.DELETE("/v1/documents/{id}", { params: { path: { id } } })));
        } catch (trouble) {
          if (!isProblem(trouble, "not_found")) return { removed, trouble };
        }
      }
      return { removed, trouble: null };
    },
    onMutate: (ids) =>
      showAtOnce<InfiniteData<DocumentsPage>>(cache, [...DOCUMENTS, "list"], (list) => ({
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => !ids.includes(id)) })),
      })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.knowledge }),
  });
}

/** Begin a collection. */
export function useMakeCollection() {
  return useKnowledgeEdit((wish: { readonly name: string; readonly project?: string }) =>
    unwrap(client.POST("/v1/collections", { body: { ...wish, ignore: [] } })),
  );
}

/** The collection to try things with, in one click and in the language of the screen. */
export function useAddSample() {
  return useKnowledgeEdit((locale: string) => unwrap(client.POST("/v1/collections/sample", { params: { query: { locale } } })));
}

/** Call a collection otherwise, or let it follow a folder. */
export function useEditCollection() {
  return useKnowledgeEdit(({ id, ...edit }: CollectionEdit & { readonly id: string }) =>
    unwrap(client.PATCH("/v1/collections/{id}", { params: { path: { id } }, body: edit })),
  );
}

/** Let a collection go, with what is in it. */
export function useDeleteCollection() {
  return useKnowledgeEdit((id: string) => unwrap(client.DELETE("/v1/collections/{id}", { params: { path: { id } } })));
}

function useKnowledgeEdit<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => cache.invalidateQueries({ queryKey: keys.knowledge }) });
}
