/** Atlas: what happened to a company, what it came to, and files that go in and out. */

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { spoken } from "../spoken";

/** What happened to a company, or to one item of it, the latest first, page after page. */
export function useAtlasLog(company: string, item?: string) {
  return useInfiniteQuery({
    queryKey: [...keys.atlas, "log", company, item ?? ""],
    queryFn: ({ pageParam, signal }) => unwrap(client.GET("/v1/apps/atlas/log", { params: { query: { company, item, after: pageParam, limit: 40, locale: spoken() } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.after ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** What changed between two days; nothing is asked without the first of them. */
export function useAtlasComparison(company: string, since: string, until: string) {
  return useQuery({
    queryKey: [...keys.atlas, "compare", company, since, until],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/compare", { params: { query: { company, since, until: until || undefined, locale: spoken() } }, signal })),
    enabled: since !== "",
    placeholderData: keepPreviousData,
  });
}

/** A report of which every figure is looked up in the data, in the language of the page. */
export function useAtlasReport(company: string, locale: "en" | "pt-BR") {
  return useQuery({
    queryKey: [...keys.atlas, "report", company, locale],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/report", { params: { query: { company, locale } }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** What a cycle came to; the current one, if none is named. */
export function useAtlasCycle(company: string, cycle?: string) {
  return useQuery({
    queryKey: [...keys.atlas, "cycle", company, cycle ?? ""],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/cycle", { params: { query: { company, cycle } }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The largest file that can be brought from a page. */
export const MAX_IMPORT = 50_000_000;

export interface ImportWish {
  readonly artifact: string;
  readonly mode: "merge" | "replace";
  readonly id_policy: "auto" | "keep" | "remap";
  readonly allow_partial: boolean;
  readonly company?: string;
}

/** Where a company can be had as a file. */
export function atlasExportUrl(company: string, kind: "json" | "csv"): string {
  return `/v1/apps/atlas/${kind === "json" ? "export" : "export_csv"}?${new URLSearchParams({ company, locale: spoken() })}`;
}
