import { useMemo } from "react";

import { titleOf } from "@/flow";
import { useT } from "@/i18n";
import { classes } from "@/ui";
import { type Line, type Measure, type PictureStep, pictureOf, type Spot } from "./picture";

const SMALL: Measure = { width: 30, height: 13, across: 20, down: 8 };
const LARGE: Measure = { width: 164, height: 34, across: 40, down: 12 };
const MOST = { small: 40, large: 120 } as const;
const LONGEST = 25;

interface GraphPictureProps {
  readonly graph: { readonly nodes: readonly PictureStep[] };
  /** With the names of the steps, or only their shapes. */
  readonly size: "small" | "large";
  readonly className?: string;
}

/** The steps and what waits for what, standing still. The list of steps says the same in words. */
export function GraphPicture({ graph, size, className }: GraphPictureProps) {
  const t = useT();
  const measure = size === "small" ? SMALL : LARGE;
  const picture = useMemo(() => pictureOf(graph.nodes, measure, MOST[size]), [graph, measure, size]);
  const box = { width: picture.width + 4, height: picture.height + 4 };
  return (
    <svg
      role="img"
      aria-label={t("graph.picture", { count: graph.nodes.length })}
      viewBox={`-2 -2 ${box.width} ${box.height}`}
      width={box.width}
      height={box.height}
      className={classes(size === "large" && "max-w-none", className)}
    >
      {picture.lines.map((line) => (
        <path
          key={`${line.from.step.id} ${line.to.step.id}`}
          d={curve(line, measure)}
          fill="none"
          className="stroke-line-strong"
          strokeWidth={size === "small" ? 1 : 1.25}
        />
      ))}
      {picture.spots.map((spot) => (
        <Box key={spot.step.id} spot={spot} measure={measure} named={size === "large"} />
      ))}
    </svg>
  );
}

function Box({ spot: { step, x, y }, measure, named }: { readonly spot: Spot; readonly measure: Measure; readonly named: boolean }) {
  const title = titleOf(step);
  return (
    <g>
      <title>{title}</title>
      <rect
        x={x}
        y={y}
        width={measure.width}
        height={measure.height}
        // What asks a person has corners of its own: not told by colour alone.
        rx={asks(step) ? measure.height / 2 : named ? 8 : 4}
        strokeWidth={asks(step) ? 1.5 : 1}
        strokeDasharray={step.when ? "3 2" : undefined}
        className={classes("fill-raised", asks(step) ? "stroke-warn" : named ? "stroke-line-strong" : "stroke-muted")}
      />
      {named && (
        <text x={x + measure.width / 2} y={y + measure.height / 2} dy="0.35em" textAnchor="middle" className="fill-fg text-xs">
          {title.length > LONGEST ? `${title.slice(0, LONGEST - 1)}…` : title}
        </text>
      )}
    </g>
  );
}

/** Whether it stops for a person by its own wish. */
function asks({ kind, interrupt }: PictureStep): boolean {
  return kind === "human" || Boolean(interrupt?.before || interrupt?.after);
}

function curve({ from, to }: Line, { width, height, across }: Measure): string {
  const [x1, y1] = [from.x + width, from.y + height / 2];
  const [x2, y2] = [to.x, to.y + height / 2];
  const bend = Math.max(across / 2, (x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}
