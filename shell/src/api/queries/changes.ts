/** Changes, and the way back. A subject is a change or a whole run. */

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import type { ChangedKind, Run, UndoPreview } from "../types";

export interface Subject {
  readonly kind: "change" | "run";
  readonly id: string;
}

export interface HistoryFilter {
  readonly kind?: ChangedKind;
  readonly project?: string;
  readonly words?: string;
}

/** Everything that was changed, by whomever, the latest first, page after page. */
export function useHistory({ words = "", ...only }: HistoryFilter) {
  const query = { ...only, q: words.trim() || undefined };
  return useInfiniteQuery({
    queryKey: [...keys.changes, "all", JSON.stringify(query)],
    queryFn: ({ pageParam, signal }) =>
      unwrap(client.GET("/v1/changes", { params: { query: { ...query, after: pageParam, limit: 50 } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** One change; asked only when there is an id. */
export function useChange(id: string | null) {
  return useQuery({
    queryKey: [...keys.changes, "one", id ?? ""],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/changes/{id}", { params: { path: { id: id ?? "" } }, signal })),
    enabled: id !== null,
  });
}

/** What a change altered, line by line. A change never changes, so neither does this. */
export function useChangeDiff(id: string) {
  return useQuery({
    queryKey: ["diff", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/changes/{id}/diff", { params: { path: { id } }, signal })),
    staleTime: Infinity,
  });
}

/** What a run changed, the latest first. */
export function useChanges(run: string) {
  return useQuery({
    queryKey: [...keys.changes, run],
    queryFn: async ({ signal }) =>
      (await unwrap(client.GET("/v1/changes", { params: { query: { run, limit: 200 } }, signal }))).items,
  });
}

/** What an undo would do; asked only while `enabled`. */
export function useUndoPreview(subject: Subject, enabled: boolean) {
  return useQuery({
    queryKey: [...keys.undo, subject.kind, subject.id],
    queryFn: async () => (await post(subject, true)) as UndoPreview,
    enabled,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Take a change or a run back. */
export function useUndo() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (subject: Subject) => (await post(subject, false)) as Run,
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: keys.changes });
      void cache.invalidateQueries({ queryKey: keys.runs });
    },
  });
}

function post(subject: Subject, preview: boolean): Promise<UndoPreview | Run> {
  const params = { path: { id: subject.id }, query: { preview, locale: spoken() } };
  return subject.kind === "run"
    ? unwrap(client.POST("/v1/runs/{id}/undo", { params }))
    : unwrap(client.POST("/v1/changes/{id}/undo", { params }));
}

/** The language the page is in: what is undone is named in it. */
function spoken(): "en" | "pt-BR" {
  return document.documentElement.lang === "pt-BR" ? "pt-BR" : "en";
}
