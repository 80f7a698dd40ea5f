/** Changes, and the way back. A subject is a change or a whole run. */

import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { spoken } from "../spoken";
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

interface ProposalFilter {
  readonly project?: string;
  readonly run?: string;
  readonly entity?: string;
}

/** What waits to be adopted: in a project, of one run, or for one file; the latest first. */
export function useProposals(only: ProposalFilter) {
  return useQuery(proposalQuery(only));
}

/** How many proposals wait to be looked at, wherever they are; asked only where the number is shown. */
export function useProposalCount(enabled: boolean): number {
  const { data = 0 } = useQuery({ ...proposalQuery({}), select: (proposals) => proposals.length, enabled });
  return data;
}

function proposalQuery(only: ProposalFilter) {
  return queryOptions({
    queryKey: [...keys.changes, "proposed", JSON.stringify(only)],
    queryFn: async ({ signal }) =>
      (await unwrap(client.GET("/v1/changes", { params: { query: { ...only, status: "proposed", limit: 200 } }, signal }))).items,
  });
}

/** What happened to one file of a project, the latest first. */
export function useFileHistory(project: string, path: string) {
  const entity = `file:${project}/${path}`;
  return useQuery({
    queryKey: [...keys.changes, "entity", entity],
    queryFn: async ({ signal }) =>
      (await unwrap(client.GET("/v1/changes", { params: { query: { entity, limit: 100 } }, signal }))).items,
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
      void cache.invalidateQueries({ queryKey: keys.files });
    },
  });
}

function post(subject: Subject, preview: boolean): Promise<UndoPreview | Run> {
  const params = { path: { id: subject.id }, query: { preview, locale: spoken() } };
  return subject.kind === "run"
    ? unwrap(client.POST("/v1/runs/{id}/undo", { params }))
    : unwrap(client.POST("/v1/changes/{id}/undo", { params }));
}
