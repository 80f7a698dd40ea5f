import { createContext, useContext } from "react";

import type { NodeState } from "@/flow";

/** What a workflow was given, shared and made when it ran last. */
export interface LastRun {
  readonly run: string | null;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly state: Readonly<Record<string, unknown>>;
  /** Results by the place of their step. */
  readonly results: Readonly<Record<string, unknown>>;
  /** How its steps stood when it was read, by their place. */
  readonly states: ReadonlyMap<string, NodeState>;
}

export const NO_RUN: LastRun = { run: null, inputs: {}, state: {}, results: {}, states: new Map() };

export const LastRunContext = createContext<LastRun>(NO_RUN);

export const useLastRun = (): LastRun => useContext(LastRunContext);
