/**
 * Show an edit before the server has it, and take it back if the server refuses.
 *
 *     useMutation({
 *       mutationFn: (pinned: boolean) => …,
 *       onMutate: (pinned) => showAtOnce<MemoryItem>(cache, keys.memoryItem(id), (item) => ({ ...item, pinned })),
 *       onError: takeBack,
 *       onSettled: () => cache.invalidateQueries({ queryKey: keys.memory }),
 *     })
 */

import type { InfiniteData, QueryClient } from "@tanstack/react-query";

import type { QueryKey } from "./keys";
import type { Page } from "./types";

/** Puts everything back as it was shown before. */
export type TakeBack = () => void;

/** Edit every cached answer whose key begins with `queryKey`. The answer undoes exactly that. */
export async function showAtOnce<T>(cache: QueryClient, queryKey: QueryKey, edit: (shown: T) => T): Promise<TakeBack> {
  // An answer that is on its way knows nothing of the edit and would overwrite it.
  await cache.cancelQueries({ queryKey });
  const before = cache.getQueriesData<T>({ queryKey });
  cache.setQueriesData<T>({ queryKey }, (shown) => (shown === undefined ? shown : edit(shown)));
  return () => {
    for (const [key, shown] of before) cache.setQueryData(key, shown);
  };
}

/** The `onError` of a mutation whose `onMutate` is `showAtOnce`. */
export function takeBack(_error: unknown, _input: unknown, back: TakeBack | undefined): void {
  back?.();
}

/** A list as it is cached: plain, one page, or pages one after the other. */
type Listed<T> = readonly T[] | Page<T> | InfiniteData<Page<T>>;

/** Edit the items of a cached list, whatever its shape: map them, or leave some out by answering null. */
export function editItems<T>(list: Listed<T>, edit: (item: T) => T | null): Listed<T> {
  const through = (items: readonly T[]) => items.flatMap((item) => edit(item) ?? []);
  if ("pages" in list) {
    return { ...list, pages: list.pages.map((page) => ({ ...page, items: through(page.items) })) };
  }
  return "items" in list ? { ...list, items: through(list.items) } : through(list);
}
