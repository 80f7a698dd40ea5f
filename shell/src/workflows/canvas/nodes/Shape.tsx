import type { NodeKind } from "@/flow";
import { classes } from "@/ui";
import { outlineOf } from "./looks";

interface ShapeProps {
  readonly kind: NodeKind;
  readonly width: number;
  readonly height: number;
  readonly className: string;
}

/** The outline of a node: each kind has its own, so that it is told without colour. */
export function Shape({ kind, width, height, className }: ShapeProps) {
  const path = outlineOf(kind, width, height);
  return (
    <svg aria-hidden width={width} height={height} className={classes("pointer-events-none absolute inset-0 overflow-visible", className)}>
      {kind === "loop" && <path d={path} transform="translate(5 5)" className="fill-panel" />}
      <path d={path} />
      {kind === "workflow" && <path d={`M7 .5V${height - 0.5}M${width - 7} .5V${height - 0.5}`} fill="none" />}
    </svg>
  );
}
