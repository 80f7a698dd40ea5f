import { linesThrough, pathAlong, placing } from "./scale";

interface SteadinessProps {
  /** From 1 to 10; null where nothing was said. */
  readonly levels: readonly (number | null)[];
  readonly middle: (index: number) => number;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  readonly label: string;
}

/** A low line under a chart: how sure people are, from 1 to 10. What was not said in between is bridged thinly. */
export function Steadiness({ levels, middle, top, bottom, left, right, label }: SteadinessProps) {
  const y = placing({ from: 1, to: 10 }, bottom - 4, top + 4);
  const spots = levels.map((level, index) => (level === null ? null : { x: middle(index), y: y(level) }));
  const known = spots.filter((spot) => spot !== null);
  return (
    <g>
      <line x1={left} x2={right} y1={top - 2} y2={top - 2} className="stroke-line" shapeRendering="crispEdges" />
      <text x={left - 8} y={(top + bottom) / 2} dy="0.32em" textAnchor="end" className="fill-muted text-2xs">
        {label}
      </text>
      <path d={pathAlong(known)} fill="none" className="stroke-line-strong" strokeWidth={1} strokeDasharray="2 3" />
      {linesThrough(spots).map((line, index) => (
        <path key={index} d={pathAlong(line)} fill="none" className="stroke-muted" strokeWidth={1.5} strokeLinejoin="round" />
      ))}
      {spots.map((spot, index) => spot && <circle key={index} cx={spot.x} cy={spot.y} r={3.5} strokeWidth={1.5} className={`stroke-raised ${toneOf(levels[index] ?? 0)}`} />)}
    </g>
  );
}

const toneOf = (level: number): string => (level <= 3 ? "fill-bad" : level <= 7 ? "fill-warn" : "fill-ok");
