/** What apps tell on the first page, sentences that work in them, and what the last days took. */

import { useQueries, useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { spoken } from "../spoken";

/** Which apps there are, and what each of them shows. */
export function useApps() {
  return useQuery({
    queryKey: keys.apps,
    queryFn: async ({ signal }) => (await unwrap(client.GET("/v1/apps", { signal }))).items,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The news of these apps, each asked on its own: one that fails leaves the others as they are. */
export function useNewsOf(apps: readonly string[]) {
  const locale = spoken();
  return useQueries({
    queries: apps.map((app) => ({
      queryKey: [...keys.app(app), "news", locale],
      // Every app that has the view answers in the same form.
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        unwrap(client.GET(`/v1/apps/${app}/news` as "/v1/apps/school/news", { params: { query: { locale } }, signal })),
      staleTime: 30_000,
      retry: false,
    })),
  });
}

interface Where {
  readonly app: string;
  readonly project?: string;
}

/** Sentences that work at once in an app, with names that are there now. */
export function useSuggestions({ app, project }: Where, enabled = true) {
  const locale = spoken();
  return useQuery({
    queryKey: [...keys.app(app), ...keys.suggestions, project ?? "", locale],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/v1/understand/suggestions", { params: { query: { app, project, locale } }, signal })),
    enabled,
  });
}

/** What the last seven days took. */
export function useUsage() {
  return useQuery({
    queryKey: keys.usage,
    queryFn: ({ signal }) => unwrap(client.GET("/v1/usage", { signal })),
    staleTime: 30_000,
  });
}
