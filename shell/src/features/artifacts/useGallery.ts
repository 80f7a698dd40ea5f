import { useCallback, useEffect, useMemo } from "react";
import { useLocation, useSearch } from "wouter";

import { type Artifact, useArtifacts } from "@/api";
import { useI18n } from "@/i18n";
import { asked, EVERYTHING, type Filters, needsAll, ordered, readFilters, writeFilters } from "./filters";

export interface Gallery {
  readonly filters: Filters;
  readonly narrow: (edit: Partial<Filters>) => void;
  readonly clear: () => void;
  /** What is known of the artifacts so far, in order; undefined while nothing is. */
  readonly artifacts: readonly Artifact[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly hasMore: boolean;
  readonly more: () => void;
  readonly hrefOf: (artifact: Artifact) => string;
}

/** The artifacts that the address asks for. */
export function useGallery(): Gallery {
  const { locale } = useI18n();
  const search = useSearch();
  const [, navigate] = useLocation();
  const filters = useMemo(() => readFilters(search), [search]);
  const query = useArtifacts(asked(filters));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isPlaceholderData) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage]);
  const whole = needsAll(filters);
  useEffect(() => {
    if (whole) more();
  }, [whole, more]);
  const artifacts = useMemo(
    () => data && ordered(data.pages.flatMap((page) => page.items), filters.order, locale),
    [data, filters.order, locale],
  );
  const written = writeFilters(filters);
  const hrefOf = useCallback((artifact: Artifact) => `/artifacts/${artifact.id}${written}`, [written]);
  const show = (next: Filters) => navigate(`/artifacts${writeFilters(next)}`, { replace: true });
  return {
    filters,
    narrow: (edit) => show({ ...filters, ...edit }),
    clear: () => show({ ...EVERYTHING, order: filters.order }),
    artifacts,
    error,
    retry: () => void refetch(),
    hasMore: hasNextPage,
    more,
    hrefOf,
  };
}
