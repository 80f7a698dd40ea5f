/** What a run may do, as people look at it before they allow it. Pure. */

import type { Envelope } from "@/api";

export interface Targets {
  /** What it may be used on. */
  readonly said: readonly string[];
  /** Whether it is used on something that is only known while it runs: that still asks. */
  readonly open: boolean;
}

/** A folder that nobody named: the workspace itself. */
const WORKSPACE = ".";

/**
 * The targets of one capability. The keys are `app.name.parameter`, or `app.name` where no parameter says what is
 * touched: then all that is given counts. A list that is empty is not known yet; what is left out (null, or the
 * workspace itself) is not told.
 */
export function targetsOf(capability: string, { targets = {} }: Envelope): Targets {
  const own = Object.entries(targets).filter(([key]) => key.startsWith(`${capability}.`));
  const given = own.flatMap(([, values]) => values.filter((value) => value !== null && value !== WORKSPACE));
  const said = given.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  return { said, open: own.some(([, values]) => values.length === 0) || targets[capability]?.length === 0 };
}
