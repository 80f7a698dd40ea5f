/** Conductor: environments, the agents that live beside their projects, sessions with them, workflow files. */

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { spoken } from "../spoken";
import type { AgentAnswers, SessionRequest, SessionView, WorkflowOutcome, WorkflowRequest } from "../types";

/** The home of Conductor, whole. Its files are the truth, and people edit them: it is read again when looked at. */
export function useConductor() {
  return useQuery({
    queryKey: [...keys.conductor, "home"],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/conductor", { params: { query: { locale: spoken() } }, signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** Sessions with resident agents, open ones and earlier ones. */
export function useConductorSessions() {
  return useQuery({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => unwrap(client.GET("/v1/conductor/sessions", { signal })),
  });
}

/** A session that was opened, and the run of its first turn. */
export interface Begun {
  readonly session: SessionView;
  readonly run: string;
}

export interface SessionStart extends Partial<SessionRequest> {
  readonly environment: string;
  readonly project: string;
  readonly agent: string;
  /** What it is told; left out, it does the task of its manifest. */
  readonly message?: string;
  /** Called once the session is open, before the first words are said in it: whoever shows it misses nothing. */
  readonly onOpened?: (session: SessionView) => void;
}

/** Open a session with a resident agent and say the first words to it. */
export function useBeginSession() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ message, onOpened, ...request }: SessionStart): Promise<Begun> => {
      const session = await unwrap(client.POST("/v1/conductor/sessions", { body: { ...request } as SessionRequest }));
      const params = { path: { id: session.id } };
      onOpened?.(session);
      try {
        const turn = await unwrap(client.POST("/v1/conductor/sessions/{id}/turns", { params, body: { message: message ?? null, preview: false, is_last: request.mode === "one_shot" } }));
        return { session, run: turn.run };
      } catch (trouble) {
        // A session in which nothing was said would only keep its agent busy.
        await client.POST("/v1/conductor/sessions/{id}/close", { params }).catch(() => undefined);
        throw trouble;
      }
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: keys.conductor });
      void cache.invalidateQueries({ queryKey: keys.runs });
    },
  });
}

/** End a session: its agent is free for another one. What was said stays. */
export function useCloseSession() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(client.POST("/v1/conductor/sessions/{id}/close", { params: { path: { id } } })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.conductor }),
  });
}

/** An agent as it would be made: its files, what its scope reaches, what a lint says. Nothing is written. */
export function useAgentDraft(answers: AgentAnswers, enabled: boolean) {
  return useQuery({
    queryKey: [...keys.conductor, "draft", JSON.stringify(answers)],
    queryFn: ({ signal }) => unwrap(client.POST("/v1/conductor/agents/draft", { params: { query: { locale: spoken() } }, body: answers, signal })),
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  });
}

/** Write the agent's files into the home. */
export function useMakeAgent() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (answers: AgentAnswers) => unwrap(client.POST("/v1/conductor/agents", { params: { query: { locale: spoken() } }, body: answers })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.conductor }),
  });
}

/** A workflow file, and what of it is said otherwise than usual. */
export type WorkflowWish = Pick<WorkflowRequest, "path"> & Partial<WorkflowRequest>;

/** What a workflow file would do, in this order. No model is asked. */
export function useWorkflowDryRun(request: WorkflowWish) {
  return useQuery({
    queryKey: [...keys.conductor, "check", JSON.stringify(request)],
    queryFn: ({ signal }) => unwrap(client.POST("/v1/conductor/workflows/check", { body: request as WorkflowRequest, signal })),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 60_000,
  });
}

/** Run a workflow file. */
export function useRunWorkflowFile() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (request: WorkflowWish): Promise<WorkflowOutcome> =>
      unwrap(client.POST("/v1/conductor/workflows/run", { body: request as WorkflowRequest })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.runs }),
  });
}

/** How a run of a workflow file stands, task by task; asked only when there is one. */
export function useWorkflowOutcome(run: string | undefined) {
  return useQuery({
    queryKey: [...keys.run(run ?? ""), "outcome"],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/conductor/workflows/runs/{id}", { params: { path: { id: run ?? "" } }, signal })),
    enabled: run !== undefined,
  });
}
