/** The trace of a run: its spans, what is on record about one, two runs side by side, and traces as files. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { Problem } from "../problem";
import { spoken } from "../spoken";
import type { TraceReading } from "../types";

/** How often a run that goes on is looked at again. */
const LOOK_MS = 1_000;

/** All spans of a run and of all below it; while it goes on, again and again. */
export function useTrace(run: string | undefined) {
  return useQuery({
    queryKey: keys.trace(run ?? ""),
    queryFn: ({ signal }) => unwrap(client.GET("/v1/runs/{id}/trace", { params: { path: { id: run ?? "" } }, signal })),
    enabled: run !== undefined,
    refetchInterval: (query) => (query.state.data?.is_live ? LOOK_MS : false),
    // Spans are many and mostly the same: comparing them one by one would take longer than showing them.
    structuralSharing: false,
  });
}

/** What is on record about a span: prompt, answer, arguments, result, changes. */
export function useSpan(run: string, span: string | undefined, live = false) {
  const locale = spoken();
  return useQuery({
    queryKey: [...keys.trace(run), "span", span ?? "", locale],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/v1/runs/{id}/trace/{span}", { params: { path: { id: run, span: span ?? "" }, query: { locale } }, signal })),
    enabled: span !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: live ? LOOK_MS : false,
  });
}

/** Two runs of one workflow, span by span. */
export function useComparison(run: string, other: string) {
  return useQuery({
    queryKey: [...keys.trace(run), "with", other],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/v1/runs/{id}/trace/compare/{other}", { params: { path: { id: run, other } }, signal })),
  });
}

/** Read a trace file to look at it; nothing of it is kept. */
export function useReadTrace() {
  return useMutation({
    mutationFn: async (file: File): Promise<TraceReading> => {
      // As it is: what is no trace, the server says in its own words.
      const sent = globalThis.fetch("/v1/traces/read", { method: "POST", credentials: "same-origin", headers: { "content-type": "application/json" }, body: file });
      const response = await sent.catch(() => {
        throw Problem.unreachable();
      });
      const answer: unknown = await response.json().catch(() => undefined);
      if (!response.ok) throw Problem.from(response.status, answer);
      return answer as TraceReading;
    },
  });
}

/** Where the trace of a run is as a file; without contents it holds names and figures only. */
export function traceFileUrl(run: string, contents: boolean): string {
  return `/v1/runs/${encodeURIComponent(run)}/trace/file?contents=${String(contents)}`;
}
