/** The steps of a run: look into them, and try them again, go on from them, do them anew. */

import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import type { Graph, Run, RunGraph, StepDetail } from "../types";

/** The parts of one step: its repetitions, or the steps of the graph inside it. */
export function useStepParts(id: string, places: readonly string[]) {
  return useQuery({
    queryKey: [...keys.runGraph(id), "inside", ...places],
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(places.map((place) => readGraph(id, place, signal)));
      return answers.flatMap(({ steps }, at) => steps.filter((step) => step.place !== places[at] && step.place.startsWith(places[at] ?? "")));
    },
    enabled: places.length > 0,
    placeholderData: keepPreviousData,
  });
}

function readGraph(id: string, inside: string | undefined, signal: AbortSignal): Promise<RunGraph> {
  return unwrap(client.GET("/v1/runs/{id}/graph", { params: { path: { id }, query: { inside } }, signal }));
}

/** One step: what went in, what came out, and each try. */
export function useStep(run: string, place: string) {
  return useQuery({
    queryKey: keys.runStep(run, place),
    queryFn: ({ signal }): Promise<StepDetail> =>
      unwrap(client.GET("/v1/runs/{id}/steps/{place}", { params: { path: { id: run, place } }, signal })),
  });
}

/** What can be done with a run as a whole, besides stopping it. */
export type RunCommand = "pause" | "resume" | "retry" | "rerun";

/** What steps of a run came to, by their places; those that are not there yet are left out. */
export function useStepResults(run: string, places: readonly string[]): Readonly<Record<string, unknown>> {
  return useQueries({
    queries: places.map((place) => ({
      queryKey: keys.runStep(run, place),
      queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<StepDetail> =>
        unwrap(client.GET("/v1/runs/{id}/steps/{place}", { params: { path: { id: run, place } }, signal })),
    })),
    combine: resultsOf,
  });
}

function resultsOf(answers: readonly { readonly data?: StepDetail | undefined }[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.step.place, data.result]])));
}

/** Pause a run, let it go on, try its failed steps again, or run it once more: the answer is the run to look at. */
export function useRunCommand() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, command }: { readonly id: string; readonly command: RunCommand }): Promise<Run> =>
      unwrap(client.POST(`/v1/runs/{id}/${command}`, { params: { path: { id } } })),
    onSettled: (_, __, { id }) => cache.invalidateQueries({ queryKey: keys.run(id) }),
  });
}

export interface Fork {
  readonly id: string;
  readonly step: string;
  readonly state?: Record<string, unknown>;
  readonly graph?: Graph | null;
}

/** A new run that keeps everything which does not come after a step, and does the rest anew. */
export function useForkRun() {
  return useMutation({
    mutationFn: ({ id, step, state = {}, graph = null }: Fork): Promise<Run> =>
      unwrap(client.POST("/v1/runs/{id}/fork", { params: { path: { id } }, body: { step, state, graph } })),
  });
}
