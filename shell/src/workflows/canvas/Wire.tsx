import { BaseEdge, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo, useCallback, useRef } from "react";

import { useT } from "@/i18n";
import { useDragged, useWayOf } from "./lift";
import { useEditor, useEditorStore } from "./useEditor";
import { sizeWords } from "./words/sizes";

/** How far above the middle of a wire its words stand. */
const LIFTED = 6;
/** How wide a letter of them is: on a wire that is too short for them they would lie under its nodes. */
const LETTER = 6.2;

/** What waits for what. A dashed wire leads to a step with a condition; a thin one begins or ends the whole. */
export const Wire = memo(function Wire({ id, source, target, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, selected, data }: EdgeProps) {
  const t = useT();
  const isLoose = data?.isLoose === true;
  const size = useEditor(({ looks }) => (isLoose || looks.steps.get(source)?.status !== "done" ? null : looks.steps.get(source)?.size) ?? null);
  const words = sizeWords(size, t);
  const isFlowing = useEditor(({ looks }) => looks.steps.get(target)?.status === "running");
  const standing = useEditor(({ looks }) => looks.compared.get(`${source}→${target}`));
  const group = useRef<SVGGElement>(null);
  const wayOf = useWayOf();
  const drawn = useCallback(() => {
    const [start, end] = [wayOf(source), wayOf(target)];
    const [path, x, y] = getBezierPath({ sourceX: sourceX + start.x, sourceY: sourceY + start.y, targetX: targetX + end.x, targetY: targetY + end.y, sourcePosition, targetPosition });
    return { path, x, y };
  }, [wayOf, source, target, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition]);
  const draw = useCallback(() => {
    const { path, x, y } = drawn();
    group.current?.querySelectorAll(":scope > path").forEach((each) => each.setAttribute("d", path));
    group.current?.querySelector("text")?.setAttribute("transform", `translate(${x} ${y - LIFTED})`);
    group.current?.querySelector("[data-between]")?.setAttribute("transform", `translate(${x} ${y})`);
  }, [drawn]);
  useDragged(source, target, draw);
  const store = useEditorStore();
  const isFixed = useEditor((editor) => editor.isFixed);
  const isOff = data?.isOff === true;
  const { path, x, y } = drawn();
  const color = standing === "added" ? "var(--ok)" : standing === "gone" ? "var(--bad)" : selected ? "var(--accent)" : isFlowing ? "var(--run)" : isLoose || isOff ? "var(--line-strong)" : "var(--faint)";
  const dash = standing === "gone" || isLoose || isOff ? "2 4" : data?.isConditional === true ? "6 4" : undefined;
  return (
    <g ref={group}>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={isLoose ? 0 : 16}
        className={isFlowing ? "flowing" : undefined}
        style={{ stroke: color, strokeWidth: selected || standing ? 2 : 1.5, strokeDasharray: isFlowing ? undefined : dash }}
      />
      {words !== null && words.length * LETTER < Math.abs(targetX - sourceX) && (
        <text transform={`translate(${x} ${y - LIFTED})`} className="wire-size">
          {words}
        </text>
      )}
      {!isLoose && !isFixed && (
        // For a mouse or a finger: a plus on the wire puts a step between. Keys have `/` for it, with the wire or the step chosen.
        <g
          aria-hidden
          data-between={id}
          transform={`translate(${x} ${y})`}
          className={selected ? "between shown" : "between"}
          onClick={(event) => {
            event.stopPropagation();
            store.getState().offer({ after: source, before: target });
          }}
        >
          <circle r={10} />
          <path d="M-4 0H4M0 -4V4" />
        </g>
      )}
    </g>
  );
});
