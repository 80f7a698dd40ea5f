/** MCP servers: kept by the owner, asked what they offer, their tools accepted. */

import { useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import type { McpNewServer, McpServerDraft } from "../types";

/** All servers; none is started for this. */
export function useMcpServers() {
  return useQuery({
    queryKey: [...keys.mcp, "list"],
    queryFn: async ({ signal }) => (await unwrap(client.GET("/v1/mcp/servers", { signal }))).items,
  });
}

/** One server. */
export function useMcpServer(id: string) {
  return useQuery({
    queryKey: [...keys.mcp, "one", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/mcp/servers/{id}", { params: { path: { id } }, signal })),
  });
}

/** What a server wrote to its log. */
export function useMcpLog(id: string) {
  return useQuery({
    queryKey: [...keys.mcp, "log", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/mcp/servers/{id}/log", { params: { path: { id } }, signal })),
  });
}

/** Add a server as a draft. */
export function useAddMcpServer() {
  return useMutation({ mutationFn: (body: McpNewServer) => unwrap(client.POST("/v1/mcp/servers", { body })), ...useStale() });
}

/** Change how a server is started or reached. */
export function useReplaceMcpServer(id: string) {
  return useMutation({ mutationFn: (body: McpServerDraft) => unwrap(client.PUT("/v1/mcp/servers/{id}", { params: { path: { id } }, body })), ...useStale() });
}

/** Make drafts of an `mcp.json`. */
export function useImportMcpServers() {
  return useMutation({ mutationFn: (content: string) => unwrap(client.POST("/v1/mcp/servers/import", { body: { content } })), ...useStale() });
}

/** How far signing in at a server has come; asked again for as long as the person is awaited. */
export function useMcpSignIn(id: string) {
  return useQuery({
    queryKey: [...keys.mcp, "sign-in", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/mcp/servers/{id}/sign-in", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? 1_000 : false),
  });
}

/** Begin to sign in at a server. */
export function useSignInAtMcp(id: string) {
  return useMutation({ mutationFn: (_: void) => unwrap(client.POST("/v1/mcp/servers/{id}/sign-in", { params: { path: { id } } })), ...useStale() });
}

/** Forget what a server gave. */
export function useSignOutOfMcp(id: string) {
  return useMutation({ mutationFn: (_: void) => unwrap(client.DELETE("/v1/mcp/servers/{id}/sign-in", { params: { path: { id } } })), ...useStale() });
}

/** Connect to an approved server, and ask what it offers. */
export function useLookAtMcpServer(id: string) {
  return useMutation({ mutationFn: (_: void) => unwrap(client.POST("/v1/mcp/servers/{id}/look", { params: { path: { id } } })), ...useStale() });
}

/** Accept tools and prompts, each exactly as it was shown. */
export function usePinMcpTools(id: string) {
  return useMutation({
    mutationFn: (pins: Readonly<Record<"tools" | "prompts", Readonly<Record<string, string>>>>) =>
      unwrap(client.POST("/v1/mcp/servers/{id}/pins", { params: { path: { id } }, body: { tools: { ...pins.tools }, prompts: { ...pins.prompts } } })),
    ...useStale(),
  });
}

/** Ask a server which documents it offers to be read. */
export function useMcpResources(id: string) {
  return useMutation({ mutationFn: (_: void) => unwrap(client.GET("/v1/mcp/servers/{id}/resources", { params: { path: { id } } })) });
}

/** Read a document of a server. */
export function useReadMcpResource(id: string) {
  return useMutation({ mutationFn: (uri: string) => unwrap(client.POST("/v1/mcp/servers/{id}/resources/read", { params: { path: { id } }, body: { uri } })) });
}

/** Keep a document of a server as an artifact. */
export function useKeepMcpResource(id: string) {
  return useMutation({ mutationFn: (uri: string) => unwrap(client.POST("/v1/mcp/servers/{id}/resources/keep", { params: { path: { id } }, body: { uri } })) });
}

function useStale() {
  const cache = useQueryClient();
  return { onSettled: () => cache.invalidateQueries({ queryKey: keys.mcp }) };
}
