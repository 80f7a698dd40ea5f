import "./chart.css";

import { useRef } from "react";

import { areaUnder, everyNth, linesThrough, pathAlong, placing, roomFor, spanOf, ticksOf } from "./scale";
import { Tip } from "./Tip";
import { useReading } from "./useReading";
import { useWidth } from "./useWidth";

export interface LinePoint {
  readonly key: string;
  /** Under the axis: short. */
  readonly label: string;
  readonly value: number | null;
  /** What is said when it is read. */
  readonly words: readonly [name: string, value: string];
}

interface LineChartProps {
  /** What it shows, and how it is read. */
  readonly label: string;
  readonly points: readonly LinePoint[];
  readonly axis: (value: number) => string;
  /** A value to measure by: a thin dashed line. */
  readonly mark?: number | null;
  /** How far the axis reaches at least; shares in per cent unless said otherwise. */
  readonly reach?: number;
  readonly height?: number;
  /** A class that sets the colour of the line. */
  readonly className?: string;
}

const [RIGHT, TOP, BOTTOM] = [10, 10, 22];

/** One value over time: a line with its ground. Read it with the pointer or the arrow keys. */
export function LineChart({ label, points, axis, mark = null, reach = 100, height = 148, className = "text-run" }: LineChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const ticks = ticksOf(spanOf([...points.map((point) => point.value), mark, reach]), 3);
  const span = { from: ticks[0] ?? 0, to: ticks.at(-1) ?? 1 };
  const start = roomFor(ticks.map(axis));
  const floor = height - BOTTOM;
  const y = placing(span, floor, TOP);
  const x = placing({ from: 0, to: Math.max(1, points.length - 1) }, start + 6, Math.max(start + 6, width - RIGHT));
  const lines = linesThrough(points.map(({ value }, at) => (value === null ? null : { x: x(at), y: y(value) })));
  const gap = points.length > 1 ? x(1) - x(0) : 1;
  const latest = points.findLastIndex((point) => point.value !== null);
  const { at, handlers } = useReading(points.length, (left) => Math.round((left - x(0)) / Math.max(1, gap)), Math.max(0, latest));
  const read = at === null ? undefined : points[at];
  const nth = everyNth(points.length, width - start, 38);
  return (
    <div ref={frame} tabIndex={0} role="group" aria-label={label} {...handlers} className="relative rounded-sm" style={{ height }}>
      <svg aria-hidden width={width} height={height} className={`absolute inset-0 ${className}`}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={start} x2={width - RIGHT / 2} y1={y(tick)} y2={y(tick)} className="stroke-line" shapeRendering="crispEdges" />
            <text x={start - 6} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-muted text-2xs tabular-nums">
              {axis(tick)}
            </text>
          </g>
        ))}
        {mark !== null && <line x1={start} x2={width - RIGHT / 2} y1={y(mark)} y2={y(mark)} className="stroke-muted" strokeDasharray="3 3" />}
        {lines.map((line, index) => (
          <g key={index}>
            <path d={areaUnder(line, floor)} fill="currentColor" opacity={0.09} className="chart-ground" />
            <path d={pathAlong(line)} pathLength={1} fill="none" stroke="currentColor" strokeWidth={2} strokeLinecap="round" strokeLinejoin="round" className="chart-line" />
          </g>
        ))}
        {lines.flatMap((line) => (line.length === 1 && line[0] ? [<circle key={line[0].x} cx={line[0].x} cy={line[0].y} r={2.5} fill="currentColor" />] : []))}
        {points.map((point, index) =>
          (points.length - 1 - index) % nth === 0 ? (
            <text key={point.key} x={Math.min(x(index), width - point.label.length * 3)} y={height - 6} textAnchor="middle" className={index === at ? "fill-fg text-2xs" : "fill-muted text-2xs"}>
              {point.label}
            </text>
          ) : null,
        )}
        {at !== null && <line x1={x(at)} x2={x(at)} y1={TOP} y2={floor} className="stroke-line-strong" />}
        {[latest, at ?? latest].map((index, place) => {
          const value = points[index]?.value;
          return value == null ? null : <circle key={place} cx={x(index)} cy={y(value)} r={3.5} fill="currentColor" className="stroke-raised" strokeWidth={2} />;
        })}
      </svg>
      {read && at !== null && (
        <Tip x={x(at)} beside={12} width={width}>
          <p className="text-muted">{read.words[0]}</p>
          <p className="font-medium text-fg tabular-nums">{read.words[1]}</p>
        </Tip>
      )}
      <span role="status" className="sr-only">
        {read && `${read.words[0]}: ${read.words[1]}`}
      </span>
    </div>
  );
}
