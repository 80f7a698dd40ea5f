import { useCallback, useMemo } from "react";

import { type DocumentFilter, type KnowledgeDocument, useKnowledgeDocuments } from "@/api";

export interface Documents {
  /** What is known of them so far; undefined while nothing is. */
  readonly documents: readonly KnowledgeDocument[] | undefined;
  readonly total: number;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly more: () => void;
}

/** Documents as one list that grows at its end. */
export function useDocumentList(filter: DocumentFilter): Documents {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useKnowledgeDocuments(filter);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const documents = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  return { documents, total: data?.pages[0]?.total ?? documents?.length ?? 0, error, retry: () => void refetch(), more };
}
