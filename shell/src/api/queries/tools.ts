/** Tools made here: drafted and tested in the sandbox, kept with their versions, revoked. */

import { useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { spoken } from "../spoken";
import type { ToolDraft } from "../types";

/** All tools made here. */
export function useTools() {
  return useQuery({
    queryKey: [...keys.tools, "list", spoken()],
    queryFn: async ({ signal }) => (await unwrap(client.GET("/v1/tools", { params: { query: { locale: spoken() } }, signal }))).items,
  });
}

/** One tool, whole. */
export function useTool(name: string) {
  return useQuery({
    queryKey: [...keys.tools, "one", name],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/tools/{name}", { params: { path: { name } }, signal })),
  });
}

/** Every version of a tool, the latest first. */
export function useToolVersions(name: string) {
  return useQuery({
    queryKey: [...keys.tools, "versions", name],
    queryFn: async ({ signal }) => (await unwrap(client.GET("/v1/tools/{name}/versions", { params: { path: { name } }, signal }))).items,
  });
}

/** What two versions of a tool have different. */
export function useToolDifference(name: string, before: number, after: number) {
  return useQuery({
    queryKey: [...keys.tools, "difference", name, String(before), String(after), spoken()],
    queryFn: async ({ signal }) =>
      (await unwrap(client.GET("/v1/tools/{name}/versions/{before}/diff/{after}", { params: { path: { name, before, after }, query: { locale: spoken() } }, signal }))).files,
  });
}

/** Templates that make a tool without a model. */
export function useToolTemplates() {
  return useQuery({
    queryKey: [...keys.tools, "templates", spoken()],
    queryFn: async ({ signal }) => (await unwrap(client.GET("/v1/tools/templates", { params: { query: { locale: spoken() } }, signal }))).items,
  });
}

/** A draft from a sentence; nothing is kept. */
export function useDraftTool() {
  return useMutation({
    mutationFn: (request: string) => unwrap(client.POST("/v1/tools/draft", { body: { request, runtime: "interpreter", locale: spoken() } })),
  });
}

interface Filled {
  readonly name: string;
  readonly template: string;
  readonly title: string;
  readonly values: Record<string, unknown>;
}

/** A draft from a template; nothing is kept. */
export function useFillToolTemplate() {
  return useMutation({
    mutationFn: (filled: Filled) => unwrap(client.POST("/v1/tools/templates/fill", { body: { ...filled, locale: spoken() } })),
  });
}

interface Named {
  readonly name: string;
  readonly tool: ToolDraft;
}

/** What comes of a draft's tests; nothing is kept. */
export function useTestTool() {
  return useMutation({
    mutationFn: ({ name, tool }: Named) => unwrap(client.POST("/v1/tools/test", { body: { name, tool, locale: spoken() } })),
  });
}

/** Keep a tool. */
export function useCreateTool() {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ name, tool }: Named) => unwrap(client.POST("/v1/tools", { body: { name, tool } })),
    ...stale,
  });
}

/** Save another version; refused with 412 when it is no longer the version that was edited. */
export function useSaveTool() {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ name, version, tool }: Named & { readonly version: number }) =>
      unwrap(client.PUT("/v1/tools/{name}", { params: { path: { name }, header: { "If-Match": `"v${version}"` } }, body: tool })),
    ...stale,
  });
}

/** Go back to an earlier version. */
export function useRestoreTool() {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ name, version }: { readonly name: string; readonly version: number }) =>
      unwrap(client.POST("/v1/tools/{name}/versions/{version}/restore", { params: { path: { name, version } } })),
    ...stale,
  });
}

/** Take a tool out of use; the answer names the change that brings it back. */
export function useRevokeTool() {
  const stale = useStale();
  return useMutation({
    mutationFn: (name: string) => unwrap(client.DELETE("/v1/tools/{name}", { params: { path: { name } } })),
    ...stale,
  });
}

/** Bring a tool in from a file. */
export function useImportTool() {
  const stale = useStale();
  return useMutation({
    mutationFn: (content: string) => unwrap(client.POST("/v1/tools/import", { body: { content } })),
    ...stale,
  });
}

/** A tool as the text of a file. */
export async function exportTool(name: string): Promise<{ readonly filename: string; readonly content: string }> {
  return unwrap(client.GET("/v1/tools/{name}/export", { params: { path: { name } } }));
}

function useStale() {
  const cache = useQueryClient();
  return {
    onSettled: () =>
      Promise.all([cache.invalidateQueries({ queryKey: keys.tools }), cache.invalidateQueries({ queryKey: keys.capabilities })]),
  };
}
