/** Traces and figures: what a run was made of, and what many runs took. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type Trace = Schemas["Trace"];
export type TraceTotals = Schemas["TraceTotals"];
export type Span = Schemas["Span"];
export type SpanKind = Span["kind"];
export type SpanStatus = Span["status"];
export type Figures = Schemas["Figures"];
export type MetricsSummary = Schemas["Summary"];
export type MetricsGroup = MetricsSummary["group"];

/** A part of a span: what was sent, what came back. */
export interface SpanPart {
  readonly name: string;
  readonly kind: "text" | "json" | "diff" | "messages";
  readonly title: string;
  readonly text: string | null;
  readonly data: unknown;
  readonly is_cut: boolean;
}

export interface SpanChange {
  readonly id: string;
  readonly entity: string;
  readonly op: string;
  readonly title: string;
  readonly diff: string | null;
  readonly added: number;
  readonly removed: number;
}

/** All that is on record about a span. */
export interface SpanDetail {
  readonly span: Span;
  readonly parts: readonly SpanPart[];
  readonly changes: readonly SpanChange[];
  readonly not_kept: readonly string[];
  readonly events: number;
}

/** What a trace file held. */
export interface TraceReading extends Trace {
  readonly source: "aule" | "otlp";
  readonly details: Readonly<Record<string, Pick<SpanDetail, "parts" | "changes">>>;
}

export interface TraceHead {
  readonly run: string;
  readonly title: string;
  readonly status: SpanStatus;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly workflow: string | null;
  readonly workflow_version: number | null;
  readonly totals: TraceTotals;
}

/** A figure of both runs; `change` is the right one less the left one. */
export interface FigurePair {
  readonly left: number | null;
  readonly right: number | null;
  readonly change: number | null;
}

export interface SpanPair {
  readonly key: string;
  readonly name: string;
  readonly kind: SpanKind;
  readonly depth: number;
  readonly left: string | null;
  readonly right: string | null;
  readonly left_status: SpanStatus | null;
  readonly right_status: SpanStatus | null;
  readonly duration_ms: FigurePair;
  readonly tokens: FigurePair;
  readonly cost: FigurePair;
  readonly differs: boolean;
}

/** Two runs, span by span. */
export interface TraceComparison {
  readonly runs: readonly [TraceHead, TraceHead];
  readonly pairs: readonly SpanPair[];
}
