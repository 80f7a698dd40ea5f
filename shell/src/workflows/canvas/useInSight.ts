import { useReactFlow } from "@xyflow/react";
import { type RefObject, useEffect, useRef } from "react";

import { INPUTS, placeOf } from "@/flow";
import { fitOf } from "./fit";
import { useEditor, useEditorStore } from "./useEditor";

/** Below this a whole graph is too small to be worked on, and only the node is brought nearer. */
const READABLE = 0.6;
const EDGE = 0.08;
/** The room that what is beside a node takes: the plus for what comes next. */
const BESIDE = 56;

/** The open node stays in sight: its panel takes room. What would lie behind it is shown with all the rest where that can be read, else alone. */
export function useInSight(box: RefObject<HTMLElement | null>): void {
  const open = useEditor((editor) => editor.open);
  const { flowToScreenPosition, setCenter, getZoom, getNode, getNodes, getNodesBounds, fitView } = useReactFlow();
  useEffect(() => {
    if (open === null) return;
    const look = () => {
      const board = box.current?.querySelector(".react-flow")?.getBoundingClientRect();
      const node = getNode(open);
      if (board === undefined || node === undefined) return;
      const { x, y, width, height } = getNodesBounds([node]);
      const [start, end] = [flowToScreenPosition({ x, y }), flowToScreenPosition({ x: x + width, y: y + height })];
      if (start.x >= board.left && end.x + BESIDE <= board.right && start.y >= board.top && end.y <= board.bottom) return;
      const all = getNodesBounds(getNodes());
      const fitting = Math.min(board.width / all.width, board.height / all.height) * (1 - 2 * EDGE);
      if (fitting >= READABLE) void fitView({ maxZoom: Math.min(1, Math.max(getZoom(), READABLE)), minZoom: READABLE, padding: EDGE });
      else void setCenter(x + width / 2, y + height / 2, { zoom: Math.max(getZoom(), READABLE) });
    };
    // First the panel takes its room and a new node is there.
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(look)));
    return () => cancelAnimationFrame(frame);
  }, [open, box, flowToScreenPosition, setCenter, getZoom, getNode, getNodes, getNodesBounds, fitView]);
}

/** Steps inside a step, and the whole again, are shown whole; somebody who looks for one node is led to that. */
export function useInsideInSight(): void {
  const store = useEditorStore();
  const inside = useEditor((editor) => editor.inside);
  const { fitView } = useReactFlow();
  const shown = useRef(inside);
  useEffect(() => {
    if (shown.current === inside) return;
    shown.current = inside;
    const look = () => {
      const { current, draft } = store.getState();
      if (current === null || current === placeOf(inside, INPUTS)) void fitView(fitOf(draft.graph.nodes.length));
    };
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(look)));
    return () => cancelAnimationFrame(frame);
  }, [store, inside, fitView]);
}
