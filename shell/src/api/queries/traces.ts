/** The trace of a run: its spans, what is on record about one, two runs side by side, and traces as files. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { Problem } from "../problem";
import { spoken } from "../spoken";
import type { SpanDetail, TraceComparison, TraceReading } from "../types";

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
    queryFn: ({ signal }) => fetched<SpanDetail>(`/v1/runs/${encodeURIComponent(run)}/trace/${encodeURIComponent(span ?? "")}?locale=${locale}`, { signal }),
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
      fetched<TraceComparison>(`/v1/runs/${encodeURIComponent(run)}/trace/compare/${encodeURIComponent(other)}`, { signal }),
  });
}

/** Read a trace file to look at it; nothing of it is kept. */
export function useReadTrace() {
  return useMutation({
    mutationFn: async (file: File) =>
      fetched<TraceReading>("/v1/traces/read", { method: "POST", headers: { "content-type": "application/json" }, body: await file.text() }),
  });
}

/** Where the trace of a run is as a file; without contents it holds names and figures only. */
export function traceFileUrl(run: string, contents: boolean): string {
  return `/v1/runs/${encodeURIComponent(run)}/trace/file?contents=${String(contents)}`;
}

async function fetched<T>(path: string, init: RequestInit): Promise<T> {
  const response = await globalThis.fetch(path, { credentials: "same-origin", ...init }).catch((reason: unknown) => {
    if (reason instanceof DOMException && reason.name === "AbortError") throw reason;
    throw Problem.unreachable();
  });
  const words = await response.text();
  if (!response.ok) throw Problem.from(response.status, parsed(words));
  return JSON.parse(words) as T;
}

function parsed(words: string): unknown {
  try {
    return JSON.parse(words);
  } catch {
    return words;
  }
}
