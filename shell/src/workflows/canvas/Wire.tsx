import { BaseEdge, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo } from "react";

import { useEditor } from "./useEditor";

/** What waits for what. A dashed wire leads to a step with a condition; a thin one begins or ends the whole. */
export const Wire = memo(function Wire({ id, source, target, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, selected, data }: EdgeProps) {
  const isFlowing = useEditor(({ looks }) => looks.steps.get(target)?.status === "running");
  const standing = useEditor(({ looks }) => looks.compared.get(`${source}→${target}`));
  const [path] = getBezierPath({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition });
  const isLoose = data?.isLoose === true;
  const color = standing === "added" ? "var(--ok)" : standing === "gone" ? "var(--bad)" : selected ? "var(--accent)" : isFlowing ? "var(--run)" : isLoose ? "var(--line-strong)" : "var(--faint)";
  const dash = standing === "gone" || isLoose ? "2 4" : data?.isConditional === true ? "6 4" : undefined;
  return (
    <BaseEdge
      id={id}
      path={path}
      interactionWidth={isLoose ? 0 : 16}
      className={isFlowing ? "flowing" : undefined}
      style={{ stroke: color, strokeWidth: selected || standing ? 2 : 1.5, strokeDasharray: isFlowing ? undefined : dash }}
    />
  );
});
