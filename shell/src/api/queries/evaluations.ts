/** Evaluations: sets of test questions kept as documents, and trials with them, which change nothing. */

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { spoken } from "../spoken";
import type { Evaluation, EvaluationDraft, TrialSubject, TrialSummary } from "../types";

/** How often a trial that goes on is looked at again. */
const LOOK_MS = 700;
const LIVE: ReadonlySet<TrialSummary["status"]> = new Set(["queued", "executing", "waiting", "paused"]);
const whileLive = (trials: readonly TrialSummary[] | undefined) => (trials?.some(({ status }) => LIVE.has(status)) ? LOOK_MS : false);

/** All sets, or those with the test questions of one agent. */
export function useEvaluations(agent?: string) {
  return useQuery({
    queryKey: [...keys.evaluations, "list", agent ?? ""],
    queryFn: async ({ signal }) => (await unwrap(client.GET("/v1/evaluations", { params: { query: { agent } }, signal }))).items,
  });
}

/** One set. */
export function useEvaluation(id: string) {
  return useQuery({
    queryKey: [...keys.evaluations, "one", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/evaluations/{id}", { params: { path: { id } }, signal })),
  });
}

/** Make a set. */
export function useCreateEvaluation() {
  const stale = useStale();
  return useMutation({
    mutationFn: (draft: EvaluationDraft) => unwrap(client.POST("/v1/evaluations", { body: { ...draft, id: null } })),
    ...stale,
  });
}

/** Save another version of a set; refused with 412 when it is no longer the version that was edited. */
export function useSaveEvaluation() {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ id, version, draft }: { readonly id: string; readonly version: number; readonly draft: EvaluationDraft }) =>
      unwrap(client.PUT("/v1/evaluations/{id}", { params: { path: { id }, header: { "If-Match": `"v${version}"` } }, body: draft })),
    ...stale,
  });
}

/** Delete a set; the answer names the change that brings it back. */
export function useDeleteEvaluation() {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ id, version }: Evaluation) =>
      unwrap(client.DELETE("/v1/evaluations/{id}", { params: { path: { id }, header: { "If-Match": `"v${version}"` } } })),
    ...stale,
  });
}

/** The trials of a set, the latest first. */
export function useTrials(evaluation: string | undefined, limit = 20) {
  return useQuery({
    queryKey: [...keys.evaluations, "trials", evaluation ?? "", String(limit)],
    queryFn: async ({ signal }) =>
      (await unwrap(client.GET("/v1/evaluations/{id}/trials", { params: { path: { id: evaluation ?? "" }, query: { limit } }, signal }))).items,
    enabled: evaluation !== undefined,
    refetchInterval: (query) => whileLive(query.state.data),
  });
}

/** One trial with every answer so far; while it goes on, again and again. */
export function useTrial(id: string | undefined) {
  return useQuery({
    queryKey: [...keys.evaluations, "trial", id ?? ""],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/trials/{id}", { params: { path: { id: id ?? "" } }, signal })),
    enabled: id !== undefined,
    refetchInterval: (query) => whileLive(query.state.data && [query.state.data]),
  });
}

/** A trial against an earlier one; read once it is over. */
export function useTrialComparison(id: string, other: string | null | undefined, isOver: boolean) {
  return useQuery({
    queryKey: [...keys.evaluations, "compared", id, other ?? ""],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/trials/{id}/compare/{other}", { params: { path: { id, other: other ?? "" } }, signal })),
    enabled: isOver && other != null,
    placeholderData: keepPreviousData,
  });
}

/** Try agents with the questions of a set. */
export function useStartTrial() {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ evaluation, subjects, repeats }: { readonly evaluation: string; readonly subjects: readonly TrialSubject[]; readonly repeats: number }) =>
      unwrap(
        client.POST("/v1/evaluations/{id}/trials", {
          params: { path: { id: evaluation }, query: { locale: spoken() } },
          body: { subjects: [...subjects], repeats },
        }),
      ),
    ...stale,
  });
}

/** Ask an agent one question, in several of its states at once. */
export function useTryAgent(agent: string) {
  return useMutation({
    mutationFn: ({ words, subjects }: { readonly words: string; readonly subjects: readonly TrialSubject[] }) =>
      unwrap(client.POST("/v1/agents/{id}/try", { params: { path: { id: agent }, query: { locale: spoken() } }, body: { words, expectations: [], subjects: [...subjects], repeats: 1 } })),
  });
}

/** Where the answers of a trial are as a table. */
export function trialTableUrl(id: string): string {
  return `/v1/trials/${encodeURIComponent(id)}/table`;
}

function useStale() {
  const cache = useQueryClient();
  return { onSettled: () => cache.invalidateQueries({ queryKey: keys.evaluations }) };
}
