import { BaseEdge, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo, useCallback, useRef } from "react";

import { useDragged, useWayOf } from "./lift";
import { useEditor } from "./useEditor";

/** What waits for what. A dashed wire leads to a step with a condition; a thin one begins or ends the whole. */
export const Wire = memo(function Wire({ id, source, target, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, selected, data }: EdgeProps) {
  const isFlowing = useEditor(({ looks }) => looks.steps.get(target)?.status === "running");
  const standing = useEditor(({ looks }) => looks.compared.get(`${source}→${target}`));
  const group = useRef<SVGGElement>(null);
  const wayOf = useWayOf();
  const pathNow = useCallback(() => {
    const [start, end] = [wayOf(source), wayOf(target)];
    const [path] = getBezierPath({ sourceX: sourceX + start.x, sourceY: sourceY + start.y, targetX: targetX + end.x, targetY: targetY + end.y, sourcePosition, targetPosition });
    return path;
  }, [wayOf, source, target, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition]);
  const draw = useCallback(() => group.current?.querySelectorAll("path").forEach((each) => each.setAttribute("d", pathNow())), [pathNow]);
  useDragged(source, target, draw);
  const isLoose = data?.isLoose === true;
  const color = standing === "added" ? "var(--ok)" : standing === "gone" ? "var(--bad)" : selected ? "var(--accent)" : isFlowing ? "var(--run)" : isLoose ? "var(--line-strong)" : "var(--faint)";
  const dash = standing === "gone" || isLoose ? "2 4" : data?.isConditional === true ? "6 4" : undefined;
  return (
    <g ref={group}>
      <BaseEdge
        id={id}
        path={pathNow()}
        interactionWidth={isLoose ? 0 : 16}
        className={isFlowing ? "flowing" : undefined}
        style={{ stroke: color, strokeWidth: selected || standing ? 2 : 1.5, strokeDasharray: isFlowing ? undefined : dash }}
      />
    </g>
  );
});
