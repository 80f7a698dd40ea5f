/** Atlas: companies, their objectives and key results as they are shown. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";

/** The companies there are, the last used first. */
export function useAtlasCompanies() {
  return useQuery({
    queryKey: [...keys.atlas, "companies"],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/companies", { signal })),
  });
}

/** A company at a glance; of one person's own, if one is named. */
export function useAtlasDashboard(company: string, owner?: string) {
  return useQuery({
    queryKey: [...keys.atlas, "dashboard", company, owner ?? ""],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/dashboard", { params: { query: { company, owner } }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** How the score of a company went, month by month. */
export function useAtlasTrend(company: string) {
  return useQuery({
    queryKey: [...keys.atlas, "trend", company],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/trend", { params: { query: { company } }, signal })),
  });
}

/** The map: all of a company, or what stands under one item. */
export function useAtlasTree(company: string, root?: string) {
  return useQuery({
    queryKey: [...keys.atlas, "tree", company, root ?? ""],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/tree", { params: { query: { company, root } }, signal })),
  });
}

/** A pillar with its objectives. */
export function useAtlasPillar(id: string) {
  return useQuery({
    queryKey: [...keys.atlas, "pillar", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/pillar", { params: { query: { id } }, signal })),
  });
}

/** An objective with everything under it. */
export function useAtlasObjective(id: string) {
  return useQuery({
    queryKey: [...keys.atlas, "objective", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/objective", { params: { query: { id } }, signal })),
  });
}

/** A key result with its months and check-ins. */
export function useAtlasKeyResult(id: string) {
  return useQuery({
    queryKey: [...keys.atlas, "key_result", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/key_result", { params: { query: { id } }, signal })),
  });
}

/** A project with its tasks. */
export function useAtlasProject(id: string) {
  return useQuery({
    queryKey: [...keys.atlas, "project", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/project", { params: { query: { id } }, signal })),
  });
}

/** The projects of a company. */
export function useAtlasProjects(company: string) {
  return useQuery({
    queryKey: [...keys.atlas, "projects", company],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/projects", { params: { query: { company } }, signal })),
  });
}

/** Who is responsible for what. */
export function useAtlasOwners(company: string) {
  return useQuery({
    queryKey: [...keys.atlas, "owners", company],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/owners", { params: { query: { company } }, signal })),
  });
}

/** The check-ins that are due, the heaviest first; those of one person, if one is named. */
export function useAtlasDue(company: string, owner?: string, enabled = true) {
  return useQuery({
    queryKey: [...keys.atlas, "due", company, owner ?? ""],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/due", { params: { query: { company, owner } }, signal })),
    enabled,
  });
}

/** What a few words find, of every kind or of these; nothing is asked without any. */
export function useAtlasSearch(company: string, words: string, kinds?: string) {
  return useQuery({
    queryKey: [...keys.atlas, "search", company, words, kinds ?? ""],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/search", { params: { query: { company, q: words, kinds, limit: 12 } }, signal })),
    enabled: words !== "",
    placeholderData: keepPreviousData,
  });
}
