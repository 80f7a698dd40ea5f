/** How a command ended, read from what its call gave back. Pure. */

import type { Result } from "@/api";
import { NOTHING_PRINTED, type Printed, printedAfter } from "./printed";

export interface Executed {
  /** None when it did not end by itself. */
  readonly exitCode: number | null;
  /** Which limit ended it. */
  readonly stopped: Limit | null;
  /** Files it changed where it may not: those are as they were. */
  readonly outside: readonly string[];
  /** Files somebody else changed meanwhile: theirs were kept. */
  readonly conflicts: readonly string[];
}

const LIMITS = ["time", "output", "memory", "processes", "disk"] as const;
export type Limit = (typeof LIMITS)[number];

/** What a command is called by: the line of its parameters. */
export function commandOf(params: unknown): string | null {
  const line = fieldOf(params, "command");
  return typeof line === "string" ? line : null;
}

/** How it ended; null while it runs, or when it never did. */
export function executedOf(result: Result | null | undefined): Executed | null {
  const code = fieldOf(result?.data, "exit_code");
  if (result == null || (typeof code !== "number" && code !== null)) return null;
  const stopped = fieldOf(result.data, "stopped");
  return {
    exitCode: code,
    stopped: LIMITS.find((limit) => limit === stopped) ?? null,
    outside: pathsIn(result.data, "out_of_scope"),
    conflicts: pathsIn(result.data, "conflicts"),
  };
}

/** Whether a call did what it should: a command ended with a code that its call counts as success. */
export function endedWell(params: unknown, result: Result): boolean {
  const code = executedOf(result)?.exitCode ?? 0;
  const fine = fieldOf(params, "ok_exit_codes");
  return result.ok && (Array.isArray(fine) ? fine.includes(code) : code === 0);
}

function pathsIn(data: unknown, name: string): readonly string[] {
  const paths = fieldOf(data, name);
  return Array.isArray(paths) ? paths.filter((path) => typeof path === "string") : [];
}

/** How a text begins whose beginning was left out. */
const CUT = "[… ";

/** What it printed: as it came, else what its result kept of it. */
export function printedOf(printed: Printed | undefined, result: Result | null | undefined): Printed {
  // Of a flood only the beginning is told while it comes; how it ended is in the result, and says what it leaves out.
  const cut = ["stdout", "stderr"].some((stream) => String(fieldOf(result?.data, stream) ?? "").startsWith(CUT));
  if (printed !== undefined && printed.lines.length > 0 && !cut) return printed;
  let told = NOTHING_PRINTED;
  for (const stream of ["stdout", "stderr"] as const) {
    const text = fieldOf(result?.data, stream);
    if (typeof text === "string") told = printedAfter({ ...told, open: false }, { stream, text });
  }
  return told;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
