import { ViewportPortal } from "@xyflow/react";
import { memo } from "react";

import type { StepView } from "@/api";
import { isOver, type Steps } from "@/runs";
import { classes } from "@/ui";
import { pathThrough, type Scene } from "./scene";

const LOOKS = {
  ahead: "stroke-line-strong",
  flowing: "stroke-run [stroke-dasharray:5_4] flowing",
  past: "stroke-faint",
  unused: "stroke-line-strong [stroke-dasharray:2_4]",
} as const;

/** All wires as one picture under the steps: a thousand paths are drawn once, and only those that change again. */
export function Wires({ scene, steps }: { readonly scene: Scene; readonly steps: Steps }) {
  return (
    <ViewportPortal>
      <svg aria-hidden className="pointer-events-none absolute top-0 left-0 -z-10 size-px overflow-visible">
        {scene.spots.map(
          ({ place, open, x, y, width, height }) =>
            open && <rect key={place} x={x} y={y} width={width} height={height} rx={12} className="fill-panel" />,
        )}
        {scene.lines.map((line) => (
          <Wire
            key={`${line.from}→${line.to}`}
            path={pathThrough(line.points, scene.direction)}
            look={lookOf(steps.get(line.from), steps.get(line.to))}
          />
        ))}
      </svg>
    </ViewportPortal>
  );
}

const Wire = memo(function Wire({ path, look }: { readonly path: string; readonly look: keyof typeof LOOKS }) {
  return <path d={path} fill="none" strokeWidth={1.25} vectorEffect="non-scaling-stroke" className={classes(LOOKS[look])} />;
});

function lookOf(from: StepView | undefined, to: StepView | undefined): keyof typeof LOOKS {
  if (to?.status === "skipped") return "unused";
  if (to?.status === "running") return "flowing";
  return from !== undefined && isOver(from) ? "past" : "ahead";
}
