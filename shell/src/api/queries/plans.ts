/** Plans: made from words, read, edited, answered, approved, carried out. */

import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { showAtOnce, takeBack } from "../optimistic";
import type { Plan, PlanCard, PlanEdit, PlanStatus, PlanView } from "../types";

export interface PlanFilter {
  readonly project?: string;
  readonly status?: PlanStatus;
  readonly conversation?: string;
}

/** Plans, the last changed first, page after page. */
export function usePlans(filter: PlanFilter = {}) {
  return useInfiniteQuery({
    queryKey: [...keys.plans, JSON.stringify(filter)],
    queryFn: ({ pageParam, signal }) => unwrap(client.GET("/v1/plans", { params: { query: { ...filter, after: pageParam, limit: 50 } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

/** One plan with its card, its question and what waits for a yes; nothing is asked without an id. */
export function usePlan(id: string | undefined) {
  return useQuery({
    queryKey: keys.plan(id ?? ""),
    queryFn: ({ signal }) => unwrap(client.GET("/v1/plans/{id}", { params: { path: { id: id ?? "" } }, signal })),
    enabled: id !== undefined,
  });
}

/** Every version of a plan, as the server tells them. */
export function usePlanHistory(id: string) {
  return useQuery({
    queryKey: [...keys.plan(id), "history"],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/plans/{id}/history", { params: { path: { id } }, signal })),
  });
}

/** What differs between two versions; nothing is asked about one and the same. */
export function usePlanDiff(id: string, from: number, to: number) {
  return useQuery({
    queryKey: [...keys.plan(id), "diff", String(from), String(to)],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/plans/{id}/diff", { params: { path: { id }, query: { from, to } }, signal })),
    enabled: from !== to,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface Wish {
  readonly request: string;
  readonly project?: string;
  readonly locale?: "en" | "pt-BR";
}

/** Make a plan from words. The answer has none when the words ask for no work, and says so. */
export function useMakePlan() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ request, project, locale }: Wish) => unwrap(client.POST("/v1/plans", { body: { request, project, locale } })),
    onSuccess: ({ plan }) => plan && cache.setQueryData(keys.plan(plan.plan.id), plan),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.plans }),
  });
}

/** Keep plans that other tools wrote: their files by path. */
export function useImportPlan() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ files, project }: { readonly files: Record<string, string>; readonly project?: string }) =>
      unwrap(client.POST("/v1/plans/import", { body: { files, project } })),
    onSuccess: (view) => cache.setQueryData(keys.plan(view.plan.id), view),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.plans }),
  });
}

export const EXPORTS = ["markdown", "workflow", "speckit", "kiro", "taskmaster", "github", "cappy"] as const;
export type PlanFormat = (typeof EXPORTS)[number];

/** A plan in the form of another tool: files by path. */
export async function exportPlan(id: string, format: PlanFormat): Promise<Readonly<Record<string, string>>> {
  return (await unwrap(client.GET("/v1/plans/{id}/export", { params: { path: { id }, query: { format } } }))).files;
}

export interface PlanEditing {
  readonly id: string;
  /** The version that the person looked at when they began. */
  readonly version: number;
  readonly edits: readonly PlanEdit[];
  /** The plan as it looks once the edit is in. */
  readonly shown: (plan: Plan) => Plan;
}

const EDITS = ["plan-edit"];

/** Change what a plan says. Shown at once; refused with 412 when the very same thing was changed elsewhere. */
export function useEditPlan() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: EDITS,
    // Who is quick makes the next edit before the answer to the last one is there.
    scope: { id: "plan" },
    mutationFn: ({ id, version, edits }: PlanEditing) =>
      unwrap(
        client.PATCH("/v1/plans/{id}", {
          params: { path: { id }, header: { "If-Match": `"v${builtOn(cache, id, version)}"` } },
          body: { edits: [...edits] },
        }),
      ),
    onMutate: ({ id, shown }) =>
      showAtOnce<PlanView | Plan>(cache, keys.plan(id), (view) => ("card" in view ? { ...view, plan: shown(view.plan) } : view)),
    onSuccess: (view) => cache.setQueryData(keys.plan(view.plan.id), view),
    onError: takeBack,
    onSettled: (_, __, { id }) => settled(cache, id),
  });
}

/** The version an edit builds on: the one that was seen, or what edits made here have turned it into since. */
function builtOn(cache: QueryClient, id: string, seen: number): number {
  const made = cache.getMutationCache().findAll({ mutationKey: EDITS, status: "success" });
  return made.reduce((built, { state }) => {
    const { id: other, version } = state.variables as PlanEditing;
    const { merged, plan } = state.data as PlanView;
    // What others wrote in between was not seen by who made this edit: the server has to look at it.
    return other === id && !merged && version <= built ? Math.max(built, plan.version) : built;
  }, seen);
}

/** What can be done with a plan by one word. */
export type PlanCommand = "review" | "accept" | "cancel" | "undo" | "redo";

/** Look at it again, go on as it is, drop it, or walk through its versions. */
export function usePlanCommand(id: string) {
  const kept = useKept(id);
  return useMutation({
    mutationFn: (command: PlanCommand): Promise<PlanView> => unwrap(client.POST(`/v1/plans/{id}/${command}`, { params: { path: { id } } })),
    ...kept,
  });
}

export interface Fixing {
  readonly code: string;
  readonly step: string | null;
}

/** Put one thing right that the critic found and a rule can put right. */
export function useMendPlan(id: string) {
  const kept = useKept(id);
  return useMutation({
    mutationFn: ({ code, step }: Fixing) => unwrap(client.POST("/v1/plans/{id}/mend", { params: { path: { id } }, body: { code, step } })),
    ...kept,
  });
}

/** Say in words what should be different. The answer says what came of it, and has the plan as it stands. */
export function useSuggest(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => unwrap(client.POST("/v1/plans/{id}/suggest", { params: { path: { id } }, body: { text } })),
    onSuccess: ({ plan }) => plan && cache.setQueryData(keys.plan(id), plan),
    onSettled: () => settled(cache, id),
  });
}

/** Make an earlier version the current one, as a new version. */
export function useRestorePlan(id: string) {
  const kept = useKept(id);
  return useMutation({
    mutationFn: (version: number) => unwrap(client.POST("/v1/plans/{id}/restore", { params: { path: { id } }, body: { version } })),
    ...kept,
  });
}

export interface PlanOrder {
  /** The card as it was seen: exactly that is approved. */
  readonly card: PlanCard;
  readonly agent?: string;
  readonly step?: string;
  readonly until?: string;
}

/** Approve exactly what was seen, and hand it over. */
export function useRunPlan(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ card: { version, content_hash }, agent, step, until }: PlanOrder) =>
      unwrap(client.POST("/v1/plans/{id}/run", { params: { path: { id } }, body: { agent, step, until, approve: { version, content_hash } } })),
    onSettled: () => settled(cache, id),
  });
}

function useKept(id: string) {
  const cache = useQueryClient();
  return {
    onSuccess: (view: PlanView) => {
      cache.setQueryData(keys.plan(id), view);
    },
    onSettled: () => settled(cache, id),
  };
}

function settled(cache: QueryClient, id: string): Promise<unknown> {
  return Promise.all([cache.invalidateQueries({ queryKey: keys.plan(id) }), cache.invalidateQueries({ queryKey: keys.plans })]);
}
