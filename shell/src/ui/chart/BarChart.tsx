import "./chart.css";

import { useRef } from "react";

import { everyNth, placing, roomFor, slotsIn, spanOf, ticksOf } from "./scale";
import { Steadiness } from "./Steadiness";
import { Tip } from "./Tip";
import { useReading } from "./useReading";
import { useWidth } from "./useWidth";

export interface BarPoint {
  readonly key: string;
  /** Under the axis: short. */
  readonly label: string;
  readonly target: number | null;
  readonly actual: number | null;
  /** A second measure, from 1 to 10, as a line below. */
  readonly level?: number | null;
  /** A class that sets the colour of the bar: `fill-ok`. */
  readonly tone: string;
  /** What is said when it is read: its name, then lines of a name and a value. */
  readonly words: { readonly title: string; readonly lines: readonly (readonly [name: string, value: string])[] };
}

interface BarChartProps {
  /** What it shows, and how it is read. */
  readonly label: string;
  readonly points: readonly BarPoint[];
  readonly axis: (value: number) => string;
  /** What the line below is called; left out, there is none. */
  readonly levelLabel?: string;
  readonly height?: number;
}

const [TOP, BOTTOM] = [12, 24];
const LEVELS = 52;

/** Actual values as bars that fill their targets. Read it with the pointer or the arrow keys. */
export function BarChart({ label, points, axis, levelLabel, height = 232 }: BarChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const ticks = ticksOf(spanOf(points.flatMap(({ target, actual }) => [target, actual])), 4);
  const floor = height - BOTTOM;
  const y = placing({ from: ticks[0] ?? 0, to: ticks.at(-1) ?? 1 }, floor, TOP);
  const left = roomFor([...ticks.map(axis), levelLabel ?? ""]);
  const room = Math.max(0, width - left);
  const slots = slotsIn(room, points.length);
  const middle = (index: number) => left + slots.middle(index);
  const latest = Math.max(0, points.findLastIndex((point) => point.actual !== null));
  const { at, handlers } = useReading(points.length, (x) => Math.floor((x - left) / Math.max(1, slots.width)), latest);
  const read = at === null ? undefined : points[at];
  const nth = everyNth(points.length, room, 34);
  const [wide, slim] = [Math.min(44, slots.width * 0.72), Math.min(28, slots.width * 0.44)];
  const whole = height + (levelLabel ? LEVELS : 0);
  return (
    <div ref={frame} tabIndex={0} role="group" aria-label={label} {...handlers} className="relative rounded-sm" style={{ height: whole }}>
      <svg aria-hidden width={width} height={whole} className="absolute inset-0">
        {at !== null && <rect x={left + at * slots.width} y={TOP - 6} width={slots.width} height={whole - TOP + 2} rx={6} className="fill-hover" />}
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className={tick === 0 ? "stroke-line-strong" : "stroke-line"} shapeRendering="crispEdges" />
            <text x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-muted text-2xs tabular-nums">
              {axis(tick)}
            </text>
          </g>
        ))}
        {points.map((point, index) => (
          <g key={point.key}>
            {point.target !== null && (
              <>
                <Bar from={y(0)} to={y(point.target)} middle={middle(index)} width={wide} className="fill-active" />
                <line x1={middle(index) - wide / 2} x2={middle(index) + wide / 2} y1={y(point.target)} y2={y(point.target)} className="stroke-muted" strokeWidth={1.5} strokeLinecap="round" />
              </>
            )}
            {point.actual !== null && <Bar from={y(0)} to={y(point.actual)} middle={middle(index)} width={slim} className={`chart-bar ${point.tone}`} order={index} />}
            {(points.length - 1 - index) % nth === 0 && (
              <text x={middle(index)} y={height - 7} textAnchor="middle" className={index === at ? "fill-fg text-2xs" : "fill-muted text-2xs"}>
                {point.label}
              </text>
            )}
          </g>
        ))}
        {levelLabel && <Steadiness levels={points.map((point) => point.level ?? null)} middle={middle} top={height + 6} bottom={whole - 6} left={left} right={width} label={levelLabel} />}
      </svg>
      {read && at !== null && (
        <Tip x={middle(at)} beside={slots.width / 2 + 4} width={width}>
          <p className="mb-1 font-medium text-fg">{read.words.title}</p>
          {read.words.lines.map(([name, value]) => (
            <p key={name} className="flex justify-between gap-4">
              <span className="text-muted">{name}</span>
              <span className="text-fg tabular-nums">{value}</span>
            </p>
          ))}
        </Tip>
      )}
      <span role="status" className="sr-only">
        {read && `${read.words.title}: ${read.words.lines.map((line) => line.join(" ")).join(", ")}`}
      </span>
    </div>
  );
}

interface BarProps {
  readonly from: number;
  readonly to: number;
  readonly middle: number;
  readonly width: number;
  readonly className: string;
  /** Its place among those that grow one after the other. */
  readonly order?: number;
}

/** From the root up, or down. A value of nothing is seen as a thin line. */
function Bar({ from, to, middle, width, className, order = 0 }: BarProps) {
  const [top, tall] = [Math.min(from, to), Math.max(1.5, Math.abs(from - to))];
  return (
    <rect
      x={middle - width / 2}
      y={tall === 1.5 ? top - 1.5 : top}
      width={width}
      height={tall}
      rx={Math.min(3, tall / 2, width / 2)}
      style={{ transformOrigin: to <= from ? "50% 100%" : "50% 0", animationDelay: `${order * 18}ms` }}
      className={className}
    />
  );
}
