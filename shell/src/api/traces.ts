/** Traces and figures: what a run was made of, and what many runs took. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type Trace = Schemas["Trace"];
export type TraceTotals = Schemas["TraceTotals"];
export type Span = Schemas["Span"];
export type SpanKind = Span["kind"];
export type SpanStatus = Span["status"];
export type Figures = Schemas["Figures"];
export type MetricsSummary = Schemas["MetricsSummary"];
export type MetricsGroup = MetricsSummary["group"];

/** All that is on record about a span. */
export type SpanDetail = Schemas["SpanDetail"];
/** A part of a span: what was sent, what came back. */
export type SpanPart = SpanDetail["parts"][number];
export type SpanChange = SpanDetail["changes"][number];
/** What a trace file held. */
export type TraceReading = Schemas["ReadTrace"];
/** Two runs, span by span. */
export type TraceComparison = Schemas["TraceComparison"];
export type TraceHead = TraceComparison["runs"][number];
export type SpanPair = TraceComparison["pairs"][number];
/** A figure of both runs; `change` is the right one less the left one. */
export type FigurePair = SpanPair["cost"];
