/** Approvals: the one inbox, and deciding. */

import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import type { Approval, ApprovalStatus, Page, StepEdit } from "../types";

export interface ApprovalFilter {
  readonly status?: ApprovalStatus;
  readonly session?: string;
  readonly run?: string;
}

/** Approvals, the latest first, page after page. */
export function useApprovals(filter: ApprovalFilter = {}) {
  return useInfiniteQuery({
    queryKey: [...keys.approvals, JSON.stringify(filter)],
    queryFn: ({ pageParam, signal }) =>
      unwrap(client.GET("/v1/approvals", { params: { query: { ...filter, after: pageParam, limit: 50 } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

/** One approval, with what exactly it binds. */
export function useApproval(id: string | undefined) {
  return useQuery({
    queryKey: keys.approval(id ?? ""),
    queryFn: ({ signal }) => unwrap(client.GET("/v1/approvals/{id}", { params: { path: { id: id ?? "" } }, signal })),
    enabled: id !== undefined,
  });
}

type Lists = InfiniteData<Page<Approval>>;

function withApproval(list: Lists, decided: Approval): Lists {
  const items = (page: Page<Approval>) => page.items.map((item) => (item.id === decided.id ? decided : item));
  return { ...list, pages: list.pages.map((page) => ({ ...page, items: items(page) })) };
}

export interface DecisionInput {
  /** The approval as it was shown: the decision is bound to exactly that content. */
  readonly approval: Approval;
  readonly option: string;
  readonly answer?: string;
  /** What the person changes along with it, when it is a step that waits. */
  readonly edit?: Partial<StepEdit>;
}

/** Choose an option. */
export function useDecide() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ approval, option, answer, edit }: DecisionInput) =>
      unwrap(
        client.POST("/v1/approvals/{id}/decide", {
          params: { path: { id: approval.id } },
          // A field that is not there stays as it is; one that is null is set to that.
          body: { option, answer: answer ?? null, content_hash: approval.binds.content_hash, edit: (edit as StepEdit | undefined) ?? null },
        }),
      ),
    onSuccess: (decided) => {
      cache.setQueryData(keys.approval(decided.id), decided);
      // The lists know at once, so that who decides fast never meets the same approval again.
      cache.setQueriesData<Lists>({ queryKey: keys.approvals }, (list) => list && withApproval(list, decided));
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: keys.approvals });
      void cache.invalidateQueries({ queryKey: keys.home });
    },
  });
}

/** What would be written, as a text to be edited; asked only while `enabled`. */
export function useApprovalDraft(approval: Approval, path: string, enabled: boolean) {
  return useQuery({
    queryKey: [...keys.approval(approval.id), "draft", path, approval.binds.content_hash],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/v1/approvals/{id}/draft", { params: { path: { id: approval.id }, query: { path } }, signal })),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface DraftEdit {
  readonly approval: Approval;
  readonly path: string;
  readonly content: string;
}

/** Change what would be written. What is asked is then another thing: it is shown and decided anew. */
export function useEditApproval() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ approval, path, content }: DraftEdit) =>
      unwrap(
        client.POST("/v1/approvals/{id}/edit", {
          params: { path: { id: approval.id } },
          body: { path, content, content_hash: approval.binds.content_hash },
        }),
      ),
    onSuccess: (edited) => {
      cache.setQueryData(keys.approval(edited.id), edited);
      cache.setQueriesData<Lists>({ queryKey: keys.approvals }, (list) => list && withApproval(list, edited));
    },
    onSettled: (_, __, { approval }) => {
      void cache.invalidateQueries({ queryKey: keys.approvals });
      void cache.invalidateQueries({ queryKey: keys.approval(approval.id) });
    },
  });
}
