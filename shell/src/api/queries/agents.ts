/** Agents beyond their personas: versions to go back to, and files to bring and keep. */

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import type { AgentFormat, Graph } from "../types";

/** The versions of an agent, the latest first. */
export function useAgentVersions(id: string, version: number) {
  return useQuery({
    queryKey: [...keys.personas, id, "versions", version],
    queryFn: async ({ signal }) =>
      (await unwrap(client.GET("/v1/agents/{id}/versions", { params: { path: { id } }, signal }))).items,
  });
}

/** Make an agent what it was in a version. */
export function useRestoreAgent(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (version: number) =>
      unwrap(client.POST("/v1/agents/{id}/versions/{version}/restore", { params: { path: { id, version } } })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.personas }),
  });
}

/** Read an agent from a file; a draft only tells what it would become. */
export function useImportAgent(locale: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (file: { readonly content: string; readonly filename: string; readonly is_draft: boolean }) =>
      unwrap(client.POST("/v1/agents/import", { params: { query: { locale } }, body: file })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.personas }),
  });
}

/** An agent as a file. */
export function useExportAgent(locale: string) {
  return useMutation({
    mutationFn: ({ id, format }: { readonly id: string; readonly format: AgentFormat }) =>
      unwrap(client.GET("/v1/agents/{id}/export", { params: { path: { id }, query: { format, locale } } })),
  });
}

/** Whether an agent can have a flow, or all that is wrong with it. Nothing is saved. */
export function useFlowCheck(agent: string | undefined, graph: Graph) {
  return useQuery({
    queryKey: ["flow-check", agent ?? "", graph],
    queryFn: ({ signal }) => unwrap(client.POST("/v1/agents/flow/check", { body: { agent: agent ?? null, flow_graph: graph }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
