/** Memory: what is remembered, open to correction. */

import { type InfiniteData, keepPreviousData, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { showAtOnce, takeBack } from "../optimistic";
import type { MemoryItem, Page } from "../types";

export interface MemoryFilter {
  readonly layer?: MemoryItem["layer"];
  /** Where it counts: `project:<id>`, `conversation:<id>`, `user:owner`. */
  readonly scope?: string;
  readonly kind?: MemoryItem["kind"];
  readonly trust?: MemoryItem["trust"];
  readonly words?: string;
}

/** What is remembered, the latest first (with words: the best first), page after page. */
export function useMemories(filter: MemoryFilter = {}) {
  const { words = "", ...query } = filter;
  const q = words.trim() || undefined;
  return useInfiniteQuery({
    queryKey: [...keys.memory, "list", JSON.stringify(query), q ?? ""],
    queryFn: ({ pageParam, signal }) =>
      unwrap(client.GET("/v1/memory", { params: { query: { ...query, q, after: pageParam, limit: 50 } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** One remembered thing, and where it came from; asked only when there is an id. */
export function useMemory(id: string | undefined) {
  return useQuery({
    queryKey: [...keys.memory, "one", id ?? ""],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/memory/{id}", { params: { path: { id: id ?? "" } }, signal })),
    enabled: id !== undefined,
  });
}

export interface NewMemory {
  readonly content: string;
  readonly kind?: MemoryItem["kind"];
  /** Left out, it counts everywhere. */
  readonly scope?: string;
  readonly pinned?: boolean;
}

/** Remember something for good. */
export function useCreateMemory() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ content, kind = "fact", scope, pinned = false }: NewMemory) =>
      unwrap(client.POST("/v1/memory", { body: { content, kind, scope: scope ?? null, pinned } })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.memory }),
  });
}

const EDITS = [...keys.memory, "edit"];
/** Who is quick makes the next edit before the answer to the last one is there. */
const ONE_BY_ONE = { id: "memory" };

export interface MemoryEdit {
  /** The memory as it was shown: the edit is refused when somebody else was faster. */
  readonly item: MemoryItem;
  readonly content?: string;
  readonly kind?: MemoryItem["kind"];
  readonly pinned?: boolean;
  readonly trust?: MemoryItem["trust"];
}

/** Correct a memory, pin it, or say how far it is trusted. The lists show it at once. */
export function useEditMemory() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: EDITS,
    scope: ONE_BY_ONE,
    mutationFn: ({ item, ...edit }: MemoryEdit) =>
      unwrap(
        client.PATCH("/v1/memory/{id}", {
          params: { path: { id: item.id }, header: { "If-Match": `"v${versionOf(cache, item)}"` } },
          body: edit,
        }),
      ),
    onMutate: ({ item, ...edit }) =>
      inLists(cache, (each) => (each.id === item.id ? { ...each, ...edit } : each)),
    onSuccess: (saved) => cache.setQueryData([...keys.memory, "one", saved.id], saved),
    onError: takeBack,
    onSettled: () => cache.invalidateQueries({ queryKey: keys.memory }),
  });
}

/** Forget something, out of the lists at once. The answer names the change that brings it back. */
export function useForget() {
  const cache = useQueryClient();
  return useMutation({
    scope: ONE_BY_ONE,
    mutationFn: async (item: MemoryItem) =>
      (
        await unwrap(
          client.DELETE("/v1/memory/{id}", {
            params: { path: { id: item.id }, header: { "If-Match": `"v${versionOf(cache, item)}"` } },
          }),
        )
      ).change,
    onMutate: (item) => inLists(cache, (each) => (each.id === item.id ? null : each)),
    onError: takeBack,
    onSettled: () => cache.invalidateQueries({ queryKey: keys.memory }),
  });
}

/** The version an edit builds on: the one that was shown, or what edits made here have turned it into since. */
function versionOf(cache: QueryClient, { id, version }: MemoryItem): number {
  const made = cache.getMutationCache().findAll({ mutationKey: EDITS, status: "success" });
  return made.reduce((built, { state }) => {
    const { item } = state.variables as MemoryEdit;
    const saved = state.data as MemoryItem;
    return item.id === id && item.version <= built ? Math.max(built, saved.version) : built;
  }, version);
}

function inLists(cache: QueryClient, edit: (item: MemoryItem) => MemoryItem | null) {
  const through = (page: Page<MemoryItem>) => ({ ...page, items: page.items.flatMap((item) => edit(item) ?? []) });
  return showAtOnce<InfiniteData<Page<MemoryItem>>>(cache, [...keys.memory, "list"], (list) => ({
    ...list,
    pages: list.pages.map(through),
  }));
}

/** Look for what is there twice, was said anew or has ended, and put it to the owner. */
export function useTidyMemory() {
  return useMutation({ mutationFn: (project: string) => unwrap(client.POST("/v1/memory/consolidate", { body: { project } })) });
}

export interface FileDecision {
  readonly project: string;
  /** Take nothing over, and write the file as the memory is. */
  readonly discard?: boolean;
  /** What the person looked at: the decision is refused when the file has changed since. */
  readonly sha256?: string | null;
}

/** Take over what the owner changed in a project's MEMORY.md, or take it back. */
export function useReadMemoryFile() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ project, discard = false, sha256 = null }: FileDecision) =>
      unwrap(client.POST("/v1/memory/read", { body: { project, discard, sha256 } })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.memory }),
  });
}

/** What somebody changed in a project's MEMORY.md, and nobody has decided about. */
export function useMemoryFile(project: string) {
  return useQuery({
    queryKey: [...keys.memory, "file", project],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/memory/file", { params: { query: { project } }, signal })),
    refetchOnWindowFocus: "always",
  });
}
