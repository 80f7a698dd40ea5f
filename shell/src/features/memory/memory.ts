/** Narrowing and telling what is remembered. Pure. */

import type { MemoryItem } from "@/api";

export type Layer = MemoryItem["layer"];
export type Kind = MemoryItem["kind"];
export type Trust = MemoryItem["trust"];

export const LAYERS: readonly Layer[] = ["long_term", "session", "working"];
export const TRUSTS: readonly Trust[] = ["user", "agent", "untrusted"];
/** Kinds a person would choose; agents use the others while they work. */
export const OWN_KINDS: readonly Kind[] = ["fact", "preference", "decision", "context"];
export const KINDS: readonly Kind[] = [...OWN_KINDS, "objective", "finding", "action", "result", "error"];

/** What the person chose; `all` and no words choose everything. */
export interface Filters {
  readonly words: string;
  readonly kind: Kind | "all";
  readonly trust: Trust | "all";
}

export const EVERYTHING: Filters = { words: "", kind: "all", trust: "all" };

export function isNarrowed({ words, kind, trust }: Filters): boolean {
  return words.trim() !== "" || kind !== "all" || trust !== "all";
}

/** A reference such as `run:run_1`, in its two parts. */
export function refOf(text: string): { readonly kind: string; readonly id: string } {
  const colon = text.indexOf(":");
  return colon === -1 ? { kind: text, id: "" } : { kind: text.slice(0, colon), id: text.slice(colon + 1) };
}

/** The run a memory was noted in, if an agent noted it. */
export function runOf({ source }: Pick<MemoryItem, "source">): string | null {
  const { kind, id } = refOf(source);
  return kind === "run" && id !== "" ? id : null;
}
