import type { Node } from "@xyflow/react";
import { useRef } from "react";

import type { Steps } from "@/runs";
import type { Scene, Spot } from "./scene";

interface Kept {
  readonly spot: Spot;
  readonly node: Node;
}

/** The scene as React Flow wants it. A box that stayed as it was is the very same object, and is not drawn again. */
export function useNodes(scene: Scene, steps: Steps): Node[] {
  const kept = useRef<ReadonlyMap<string, Kept>>(new Map());
  const next = new Map<string, Kept>();
  const nodes = scene.spots.flatMap((spot) => {
    const step = steps.get(spot.place);
    if (step === undefined) return [];
    const before = kept.current.get(spot.place);
    const same = before !== undefined && before.spot === spot && before.node.data.step === step;
    const node: Node = same
      ? before.node
      : {
          id: spot.place,
          type: "step",
          position: { x: spot.x, y: spot.y },
          width: spot.width,
          height: spot.height,
          zIndex: spot.open ? 0 : 1,
          data: { step, open: spot.open },
        };
    next.set(spot.place, { spot, node });
    return [node];
  });
  kept.current = next;
  return nodes;
}
