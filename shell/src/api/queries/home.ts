/** Home, health and search: the first things one asks. */

import { useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import type { Change } from "../types";

/** Everything the desktop shows first, and where its event stream begins. */
export function useHome() {
  return useQuery({
    queryKey: keys.home,
    queryFn: ({ signal }) => unwrap(client.GET("/v1/home", { signal })),
  });
}

/** Whether the server is ready, and its version. */
export function useHealth() {
  return useQuery({
    queryKey: keys.health,
    queryFn: ({ signal }) => unwrap(client.GET("/v1/health", { signal })),
  });
}

interface SearchOptions {
  /** Only these kinds; none means all. */
  readonly kinds?: readonly string[];
  readonly enabled?: boolean;
}

/** What exists under these words, the best first; no words give the latest. */
export function useSearch(words: string, locale: "en" | "pt-BR", { kinds = [], enabled = true }: SearchOptions = {}) {
  const q = words.trim();
  const wanted = kinds.join(",");
  return useQuery({
    queryKey: [...keys.search, locale, wanted, q],
    // An answer that nobody waits for any more is called off.
    queryFn: ({ signal }) =>
      unwrap(client.GET("/v1/search", { params: { query: { q, locale, kinds: wanted || undefined, limit: 24 } }, signal })),
    enabled,
    // While somebody types on, the list stays; what is looked for elsewhere starts empty.
    placeholderData: (shown, query) => (query?.queryKey[2] === wanted && q !== "" ? shown : undefined),
    staleTime: 5_000,
  });
}

/** The latest change that can still be taken back; an undo is not among them, or undoing twice would do it again. */
export async function readLatestUndoable(): Promise<Change | null> {
  const { items } = await unwrap(client.GET("/v1/changes", { params: { query: { limit: 30 } } }));
  const standing = items.filter((change) => change.status === "applied" && change.undone_by === null);
  return standing.find((change) => change.undoes === null && change.undo.possible) ?? null;
}

/** Whether anything was ever taken back. */
export function useEverUndone(enabled: boolean) {
  return useQuery({
    queryKey: [...keys.runs, "undone"],
    queryFn: async ({ signal }) => {
      const { items } = await unwrap(client.GET("/v1/runs", { params: { query: { kind: "undo", limit: 1 } }, signal }));
      return items.length > 0;
    },
    enabled,
  });
}

/** How often somebody who looks sees how busy the machine is. */
const LOOK_MS = 5_000;

/** What this machine does now. It is asked only while the window is looked at and `enabled`. */
export function useMachineLoad(enabled: boolean) {
  return useQuery({
    queryKey: keys.load,
    queryFn: ({ signal }) => unwrap(client.GET("/v1/machine", { signal })),
    enabled,
    refetchInterval: LOOK_MS,
    refetchIntervalInBackground: false,
    retry: false,
  });
}

/** Every budget that runs share, with what is spent of it. */
export function useBudgets() {
  return useQuery({
    queryKey: keys.budgets,
    queryFn: ({ signal }) => unwrap(client.GET("/v1/budgets", { signal })),
    staleTime: 10_000,
  });
}
