import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";

import { type Run, useRuns } from "@/api";
import { asked, EVERYTHING, type Filters, readFilters, shownOf, writeFilters } from "./filters";

export interface RunListing {
  readonly filters: Filters;
  readonly narrow: (edit: Partial<Filters>) => void;
  readonly clear: () => void;
  /** What is known so far, in order; undefined while nothing is. */
  readonly runs: readonly Run[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly more: () => void;
}

/** The runs that the address asks for, kept fresh by events. */
export function useRunList(): RunListing {
  const [, navigate] = useLocation();
  const search = useSearch();
  const filters = useMemo(() => readFilters(search), [search]);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useRuns(asked(filters));
  const runs = useMemo(
    () => data && shownOf(data.pages.flatMap((page) => page.items), filters.words),
    [data, filters.words],
  );
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const show = (next: Filters) => navigate(`/runs${writeFilters(next)}`, { replace: true });
  return {
    filters,
    narrow: (edit) => show({ ...filters, ...edit }),
    clear: () => show(EVERYTHING),
    runs,
    error,
    retry: () => void refetch(),
    more,
  };
}
