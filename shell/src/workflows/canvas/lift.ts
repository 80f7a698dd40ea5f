/**
 * Where nodes are while they are dragged: only they and their wires are drawn again, until they are put down.
 * They are drawn by hand: to change one of five hundred nodes, React looks at all of them.
 */

import { useStoreApi } from "@xyflow/react";
import { createContext, useCallback, useContext, useEffect } from "react";

import type { Point } from "@/flow";

export interface Lift {
  /** Where a node is dragged to; nothing when it is not dragged. */
  readonly of: (node: string) => Point | null;
  /** These nodes are here by now. */
  readonly move: (places: Iterable<readonly [string, Point]>) => void;
  /** What is dragged was drawn anew below. */
  readonly redraw: () => void;
  /** Nothing is dragged any more. */
  readonly clear: () => void;
  /** Be told when this node is dragged; whoever looks at another one is not. */
  readonly subscribe: (node: string, listener: () => void) => () => void;
}

/** Nothing dragged yet, on one canvas. */
export function makeLift(): Lift {
  const places = new Map<string, Point>();
  const listeners = new Map<string, Set<() => void>>();
  const tell = (node: string) => listeners.get(node)?.forEach((listener) => listener());
  return {
    of: (node) => places.get(node) ?? null,
    move: (moved) => {
      for (const [node, place] of moved) {
        places.set(node, place);
        tell(node);
      }
    },
    redraw: () => [...places.keys()].forEach(tell),
    clear: () => {
      const nodes = [...places.keys()];
      places.clear();
      nodes.forEach(tell);
    },
    subscribe: (node, listener) => {
      const own = listeners.get(node) ?? new Set();
      listeners.set(node, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(node) === own) listeners.delete(node);
      };
    },
  };
}

export const LiftContext = createContext<Lift | null>(null);

export function useLift(): Lift {
  const lift = useContext(LiftContext);
  if (lift === null) throw new Error("A part of a canvas stands in a canvas.");
  return lift;
}

const NOWHERE: Point = { x: 0, y: 0 };

/** How far nodes are dragged from where React Flow draws them: nothing of the way is left as soon as it draws them there. */
export function useWayOf(): (node: string) => Point {
  const lift = useLift();
  const flow = useStoreApi();
  return useCallback(
    (node) => {
      const at = lift.of(node);
      const drawn = at && flow.getState().nodeLookup.get(node)?.internals.positionAbsolute;
      return at && drawn ? { x: at.x - drawn.x, y: at.y - drawn.y } : NOWHERE;
    },
    [lift, flow],
  );
}

/** Draw by hand whenever one of two nodes is dragged. */
export function useDragged(one: string, other: string, draw: () => void): void {
  const lift = useLift();
  useEffect(() => {
    const left = lift.subscribe(one, draw);
    const right = one === other ? null : lift.subscribe(other, draw);
    return () => {
      left();
      right?.();
    };
  }, [lift, one, other, draw]);
}
