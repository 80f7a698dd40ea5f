import { createContext, useContext } from "react";

import type { AtlasNode } from "@/api";

/** What the boxes of the map share: what one can do with them, and which of them the keyboard is at. */
export interface MapHands {
  readonly current: string | undefined;
  /** Whether the keyboard just moved there, so that the box takes the focus. */
  readonly walked: boolean;
  readonly onFocus: (id: string) => void;
  readonly onOpen: (node: AtlasNode) => void;
  readonly onToggle: (node: AtlasNode) => void;
}

export const MapContext = createContext<MapHands | null>(null);

/** The map a box stands in. */
export function useMap(): MapHands {
  const hands = useContext(MapContext);
  if (hands === null) throw new Error("A box of the map stands in a map.");
  return hands;
}
