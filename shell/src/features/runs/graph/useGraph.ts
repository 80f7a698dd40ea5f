import { createContext, useContext } from "react";

import type { StepView } from "@/api";

/** What the boxes of the picture share: what one can do with them, and which of them the keyboard is at. */
export interface GraphHands {
  readonly current: string | undefined;
  /** Whether the keyboard just moved there, so that the box takes the focus. */
  readonly walked: boolean;
  readonly onFocus: (place: string) => void;
  readonly onOpen: (place: string) => void;
  readonly onToggle: (step: StepView) => void;
}

export const GraphContext = createContext<GraphHands | null>(null);

/** The picture a box stands in. */
export function useGraph(): GraphHands {
  const hands = useContext(GraphContext);
  if (hands === null) throw new Error("A step's box stands in a graph.");
  return hands;
}
