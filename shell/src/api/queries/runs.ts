/** Runs: look at them, stop them, steer them. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import type { RunKind, RunStatus } from "../types";

export interface RunFilter {
  readonly status?: RunStatus;
  readonly kind?: RunKind;
  readonly parent?: string;
  readonly session?: string;
  readonly workflow?: string;
  readonly schedule?: string;
  readonly project?: string;
  /** Only those made of steps. */
  readonly steps?: boolean;
}

/** Runs, the latest first, page after page. */
export function useRuns(filter: RunFilter = {}) {
  return useInfiniteQuery({
    queryKey: [...keys.runs, JSON.stringify(filter)],
    queryFn: ({ pageParam, signal }) =>
      unwrap(client.GET("/v1/runs", { params: { query: { ...filter, after: pageParam, limit: 50 } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

/** A run with all that happened in it; nothing is asked without an id. */
export function useRun(id: string | undefined) {
  return useQuery({
    queryKey: keys.run(id ?? ""),
    queryFn: ({ signal }) => unwrap(client.GET("/v1/runs/{id}", { params: { path: { id: id ?? "" } }, signal })),
    enabled: id !== undefined,
  });
}

/** A run's steps and how each stands; nothing is asked without an id. */
export function useRunGraph(id: string | undefined) {
  return useQuery({
    queryKey: keys.runGraph(id ?? ""),
    queryFn: ({ signal }) => unwrap(client.GET("/v1/runs/{id}/graph", { params: { path: { id: id ?? "" } }, signal })),
    enabled: id !== undefined,
  });
}

/** Stop a run and everything below it. */
export function useCancelRun() {
  return useMutation({
    mutationFn: (id: string) => unwrap(client.POST("/v1/runs/{id}/cancel", { params: { path: { id } } })),
  });
}

/** Add words to a run that is under way. */
export function useSteerRun() {
  return useMutation({
    mutationFn: ({ id, message }: { readonly id: string; readonly message: string }) =>
      unwrap(client.POST("/v1/runs/{id}/steer", { params: { path: { id } }, body: { message } })),
  });
}
