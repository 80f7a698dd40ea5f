/** Atlas's ways in, out and back, as the server tells them. */

import type { components } from "./schema";

type Schemas = components["schemas"];

/** One change of a company, in words. */
export type AtlasLogEntry = Schemas["AtlasLogEntry"];
export type AtlasDifference = Schemas["AtlasDifference"];
/** What changed between two dates. */
export type AtlasComparison = Schemas["AtlasComparison"];
/** The end of a cycle: what each objective came to, from 0.0 to 1.0. */
export type AtlasCycleScore = Schemas["AtlasCycleScore"];

export interface AtlasCounted {
  readonly total_in_file: number;
  readonly insert: number;
  readonly update: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly delete: number;
}

/** What an import did, table by table, and how it was checked: the data of its result. */
export interface AtlasImportOutcome {
  readonly company: string;
  readonly company_name: string;
  readonly mode: "merge" | "replace";
  readonly tables: Readonly<Record<string, AtlasCounted>>;
  readonly skipped: readonly string[];
  readonly warnings: readonly string[];
  readonly verify: Readonly<Record<string, unknown>>;
}
