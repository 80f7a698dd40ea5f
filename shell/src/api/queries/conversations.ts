/** Conversations, the personas in them, and asking. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap, unwrapTagged } from "../client";
import { keys } from "../keys";
import type { Conversation } from "../types";

export interface AskInput {
  readonly message: string;
  readonly conversation?: string;
  readonly agent?: string;
  readonly project?: string;
  readonly model?: { readonly provider: string; readonly id: string };
  readonly locale?: "pt-BR" | "en";
}

/** Say something to an agent. The answer names the run; what happens in it comes by the event stream. */
export function useAsk() {
  return useMutation({
    mutationFn: (ask: AskInput) =>
      unwrap(
        client.POST("/v1/agent/chat", {
          body: {
            message: ask.message,
            conversation_id: ask.conversation ?? null,
            agent_id: ask.agent ?? null,
            project: ask.project ?? null,
            model: ask.model ?? null,
            locale: ask.locale ?? null,
          },
        }),
      ),
  });
}

/** Conversations, the latest first. */
export function useConversations(project?: string) {
  return useQuery({
    queryKey: project === undefined ? keys.conversations : [...keys.conversations, project],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/v1/conversations", { params: { query: { project, limit: 100 } }, signal })),
  });
}

/** One conversation as it is opened. Live changes are folded from events, so it is read once and not again. */
export function useConversation(id: string | null) {
  return useQuery({
    queryKey: keys.conversation(id ?? ""),
    queryFn: ({ signal }) => readConversation(id ?? "", undefined, signal),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** A page of a conversation: the latest messages, or those before one. */
export function readConversation(id: string, before?: string, signal?: AbortSignal) {
  return unwrap(client.GET("/v1/conversations/{id}", { params: { path: { id }, query: { before } }, signal }));
}

/** Give a conversation another title, agent or project. */
export function useEditConversation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ conversation, ...edit }: ConversationEdit) =>
      unwrapTagged(
        client.PATCH("/v1/conversations/{id}", {
          params: { path: { id: conversation.id }, header: { "If-Match": `"v${conversation.version}"` } },
          body: edit,
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.conversations }),
  });
}

export interface ConversationEdit {
  readonly conversation: Conversation;
  readonly title?: string;
  readonly agent?: string;
  readonly project?: string;
}

/** Remove a conversation with its messages. */
export function useDeleteConversation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (conversation: Conversation) =>
      unwrap(
        client.DELETE("/v1/conversations/{id}", {
          params: { path: { id: conversation.id }, header: { "If-Match": `"v${conversation.version}"` } },
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.conversations }),
  });
}

/** Everybody who can be asked. */
export function usePersonas() {
  return useQuery({
    queryKey: keys.personas,
    queryFn: async ({ signal }) => (await unwrap(client.GET("/v1/personas", { signal }))).items,
    staleTime: 60_000,
  });
}
