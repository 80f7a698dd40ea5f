import { useReactFlow } from "@xyflow/react";
import { type RefObject, useEffect } from "react";

import { useEditor } from "./useEditor";

/** The open node stays in sight: its panel takes room, and what would lie behind it is moved. */
export function useInSight(box: RefObject<HTMLElement | null>): void {
  const open = useEditor((editor) => editor.open);
  const { screenToFlowPosition, setCenter, getZoom } = useReactFlow();
  useEffect(() => {
    if (open === null) return;
    const frame = requestAnimationFrame(() => {
      const board = box.current?.querySelector(".react-flow")?.getBoundingClientRect();
      const node = box.current?.querySelector(`[data-node="${CSS.escape(open)}"]`)?.getBoundingClientRect();
      if (board === undefined || node === undefined) return;
      const isSeen = node.left >= board.left && node.right <= board.right && node.top >= board.top && node.bottom <= board.bottom;
      if (isSeen) return;
      const middle = screenToFlowPosition({ x: (node.left + node.right) / 2, y: (node.top + node.bottom) / 2 });
      void setCenter(middle.x, middle.y, { zoom: getZoom() });
    });
    return () => cancelAnimationFrame(frame);
  }, [open, box, screenToFlowPosition, setCenter, getZoom]);
}
