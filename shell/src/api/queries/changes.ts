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

/** What a proposal would alter in the file as it is now, and which content that is: the file may change at any time. */
export function useProposalDiff(id: string) {
  return useQuery({
    queryKey: [...keys.changes, "proposal", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/changes/{id}/diff", { params: { path: { id } }, signal })),
  });
}

export interface Adoption {
  readonly id: string;
  /** The pieces to let happen, counted as they stand in the diff; left out, all of them. */
  readonly hunks?: readonly number[];
  /** The content the diff was made from: if the file is another by now, nothing is written. */
  readonly sha256: string | null;
}

/** Let a proposal happen, or a part of it. */
export function useAdopt() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, hunks, sha256 }: Adoption) =>
      unwrap(client.POST("/v1/changes/{id}/adopt", { params: { path: { id } }, body: { hunks: hunks && [...hunks], sha256, locale: spoken() } })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.changes }),
  });
}

/** How it went to let several proposals happen: which did, and which did not. */
export interface Adopted {
  readonly adopted: readonly string[];
  readonly refused: readonly { readonly id: string; readonly error: unknown }[];
}

/** Let several proposals happen one after the other, each against the content that was shown; what is refused stays. */
export function useAdoptAll() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]): Promise<Adopted> => {
      const adopted: string[] = [];
      const refused: Adopted["refused"][number][] = [];
      for (const id of ids) {
        const params = { path: { id } };
        try {
          const { sha256 } = await cache.ensureQueryData({
            queryKey: [...keys.changes, "proposal", id],
            queryFn: () => unwrap(client.GET("/v1/changes/{id}/diff", { params })),
          });
          await unwrap(client.POST("/v1/changes/{id}/adopt", { params, body: { sha256, locale: spoken() } }));
          adopted.push(id);
        } catch (error) {
          refused.push({ id, error });
        }
      }
      return { adopted, refused };
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.changes }),
  });
}

/** Let a proposal go. Nothing was written, and nothing will be. */
export function useDrop() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(client.POST("/v1/changes/{id}/drop", { params: { path: { id } } })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.changes }),
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
