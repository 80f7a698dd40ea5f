/** How kinds and states of spans look: tokens only. */

import { Bot, BrainCircuit, BookOpen, Database, GitBranch, Hourglass, type LucideIcon, ListChecks, ScrollText, Wrench, Zap } from "lucide-react";

import type { SpanKind, SpanStatus } from "@/api";
import type { Tone } from "@/ui";

export const ICONS: Readonly<Record<SpanKind, LucideIcon>> = {
  workflow: GitBranch,
  step: ListChecks,
  turn: Bot,
  call: Zap,
  model: BrainCircuit,
  rules: ScrollText,
  tool: Wrench,
  retrieval: BookOpen,
  memory: Database,
  wait: Hourglass,
};

/** The colour of a bar, as background and as fill. */
export const BARS: Readonly<Record<SpanKind, string>> = {
  workflow: "bg-tint-gray",
  step: "bg-tint-gray",
  turn: "bg-tint-indigo",
  call: "bg-tint-indigo",
  model: "bg-tint-violet",
  rules: "bg-tint-violet",
  tool: "bg-tint-teal",
  retrieval: "bg-tint-blue",
  memory: "bg-tint-cyan",
  wait: "bg-tint-amber",
};

export const FILLS: Readonly<Record<SpanKind, string>> = {
  workflow: "fill-tint-gray",
  step: "fill-tint-gray",
  turn: "fill-tint-indigo",
  call: "fill-tint-indigo",
  model: "fill-tint-violet",
  rules: "fill-tint-violet",
  tool: "fill-tint-teal",
  retrieval: "fill-tint-blue",
  memory: "fill-tint-cyan",
  wait: "fill-tint-amber",
};

export const TONES: Readonly<Record<SpanStatus, Tone>> = {
  ok: "ok",
  error: "bad",
  running: "run",
  waiting: "warn",
  cancelled: "neutral",
  skipped: "neutral",
};
