/** Conversations: find, open, edit and delete them; what they recalled and changed; and asking. */

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { editItems, showAtOnce, takeBack } from "../optimistic";
import type { Asked, Conversation, Meant, Page } from "../types";

export interface AskInput {
  readonly message: string;
  readonly conversation?: string;
  readonly agent?: string;
  readonly team?: string;
  readonly project?: string;
  readonly model?: { readonly provider: string; readonly id: string };
  readonly locale?: "pt-BR" | "en";
  /** What goes with the words: `artifact:<id>`, `file:<project>/<path>`. */
  readonly refs?: readonly string[];
  /** What is open beside the talk, as its app calls it: `atlas:emp-2`. */
  readonly about?: string;
  /** The calls that were chosen in place of what was understood: they are not guessed again. */
  readonly meant?: Meant;
  /** The message that these words stand in for; it and all behind it are set aside. */
  readonly replaces?: string;
}

/** Say something to an agent. The answer names the run; what happens in it comes by the event stream. */
export function useAsk() {
  return useMutation({
    mutationFn: (ask: AskInput): Promise<Asked> =>
      unwrap(
        client.POST("/v1/agent/chat", {
          body: {
            message: ask.message,
            wait: false,
            conversation_id: ask.conversation ?? null,
            agent_id: ask.agent ?? null,
            team: ask.team ?? null,
            project: ask.project ?? null,
            model: ask.model ?? null,
            locale: ask.locale ?? null,
            refs: [...(ask.refs ?? [])],
            about: ask.about ?? null,
            meant: ask.meant,
            replaces: ask.replaces ?? null,
          },
        }),
      ).then((answer) => answer as Asked), // nobody waits, so it is not the whole answer
  });
}

export interface ConversationFilter {
  readonly project?: string;
  readonly words?: string;
}

/** Conversations, the latest first (with words: the best first), page after page. */
export function useConversations({ project, words = "" }: ConversationFilter = {}) {
  const q = words.trim() || undefined;
  return useInfiniteQuery({
    queryKey: [...keys.conversations, "list", project ?? "", q ?? ""],
    queryFn: ({ pageParam, signal }) =>
      unwrap(client.GET("/v1/conversations", { params: { query: { project, q, after: pageParam, limit: 50 } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** One conversation as it is opened. Live changes are folded from events, so it is read once and not again. */
export function useConversation(id: string | null) {
  return useQuery({
    queryKey: keys.conversation(id ?? ""),
    queryFn: ({ signal }) => readConversation(id ?? "", { signal }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export interface ConversationPart {
  /** Only what was said before this message. */
  readonly before?: string;
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** A page of a conversation: the latest messages, or those before one. */
export function readConversation(id: string, { before, limit, signal }: ConversationPart = {}) {
  return unwrap(client.GET("/v1/conversations/{id}", { params: { path: { id }, query: { before, limit } }, signal }));
}

export interface ConversationEdit {
  readonly conversation: Conversation;
  readonly title?: string;
  readonly agent?: string;
  readonly project?: string;
}

type Listed = Parameters<typeof editItems<Conversation>>[0];

/** Give a conversation another title, agent or project. The lists show it at once. */
export function useEditConversation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ conversation, ...edit }: ConversationEdit) =>
      unwrap(
        client.PATCH("/v1/conversations/{id}", {
          params: { path: { id: conversation.id }, header: { "If-Match": `"v${conversation.version}"` } },
          body: edit,
        }),
      ),
    onMutate: ({ conversation, ...edit }) =>
      showAtOnce<Listed>(cache, keys.conversations, (list) =>
        editItems(list, (item) => (item.id === conversation.id ? { ...item, ...edit } : item)),
      ),
    onError: takeBack,
    onSettled: () => cache.invalidateQueries({ queryKey: keys.conversations }),
  });
}

/** Let a conversation go, out of the lists at once. The answer names the change that brings it back. */
export function useDeleteConversation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (conversation: Conversation) =>
      (
        await unwrap(
          client.DELETE("/v1/conversations/{id}", {
            params: { path: { id: conversation.id }, header: { "If-Match": `"v${conversation.version}"` } },
          }),
        )
      ).change,
    onMutate: (conversation) =>
      showAtOnce<Listed>(cache, keys.conversations, (list) =>
        editItems(list, (item) => (item.id === conversation.id ? null : item)),
      ),
    onError: takeBack,
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: keys.conversations });
      void cache.invalidateQueries({ queryKey: keys.home });
    },
  });
}

/** What a conversation remembers: pinned, its own, and what its latest turns recalled. */
export function useConversationMemory(id: string) {
  return useQuery({
    queryKey: [...keys.memory, "in", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/conversations/{id}/memory", { params: { path: { id } }, signal })),
  });
}

/** What was changed in a conversation, the latest first, page after page. */
export function useConversationChanges(id: string) {
  return useInfiniteQuery({
    queryKey: [...keys.changes, "in", id],
    queryFn: ({ pageParam, signal }) =>
      unwrap(client.GET("/v1/changes", { params: { query: { session: id, after: pageParam, limit: 50 } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

/** The items of every page that was read. */
export function itemsOf<T>(data: { readonly pages: readonly Page<T>[] } | undefined): readonly T[] {
  return data?.pages.flatMap((page) => page.items) ?? [];
}

/** Files of a project whose path fits the words; asked only while `enabled`. */
export function useProjectFiles(project: string, words: string, enabled: boolean) {
  return useQuery({
    queryKey: ["files", project, words],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/v1/projects/{id}/files", { params: { path: { id: project }, query: { q: words, limit: 8 } }, signal }),
      ),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** Artifacts that fit the words, the latest ones for no words; asked only while `enabled`. */
export function useArtifactNames(words: string, enabled: boolean) {
  return useQuery({
    queryKey: [...keys.search, "artifact", words],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/v1/search", { params: { query: { q: words, kinds: "artifact", limit: 8 } }, signal })),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}
