/** Atlas: a company's meetings, frameworks and insights. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";

/** The meetings of a company: those to come, and those that were. */
export function useAtlasMeetings(company: string) {
  return useQuery({
    queryKey: [...keys.atlas, "meetings", company],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/meetings", { params: { query: { company } }, signal })),
  });
}

/** A meeting with its agenda and its minutes. */
export function useAtlasMeeting(id: string) {
  return useQuery({
    queryKey: [...keys.atlas, "meeting", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/meeting", { params: { query: { id } }, signal })),
  });
}

/** The Golden Circle, the SWOT analysis and the vision alignment of a company. */
export function useAtlasFrameworks(company: string) {
  return useQuery({
    queryKey: [...keys.atlas, "frameworks", company],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/frameworks", { params: { query: { company } }, signal })),
  });
}

/** The insights of a company in a status, the most severe first. */
export function useAtlasInsights(company: string, status: string) {
  return useQuery({
    queryKey: [...keys.atlas, "insights", company, status],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/apps/atlas/insights", { params: { query: { company, status } }, signal })),
    placeholderData: keepPreviousData,
  });
}
