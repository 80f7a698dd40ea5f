import { areaUnder, linesThrough, pathAlong, placing, spanOf } from "./scale";

interface SparkProps {
  readonly values: readonly (number | null)[];
  /** What it shows, in words; left out, the words stand beside it. */
  readonly label?: string;
  readonly width?: number;
  readonly height?: number;
  /** A class that sets the colour of the line: `text-ok`. */
  readonly className?: string;
}

/** A line of a word's size: how something went. A month without data is a gap. */
export function Spark({ values, label, width = 72, height = 22, className = "text-muted" }: SparkProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return <span aria-hidden style={{ width, height }} className="inline-block shrink-0" />;
  const span = { ...spanOf(known), from: Math.min(...known) };
  const y = placing(span.from === span.to ? { from: span.from - 1, to: span.to + 1 } : span, height - 3, 3);
  const x = placing({ from: 0, to: Math.max(1, values.length - 1) }, 3, width - 3);
  const lines = linesThrough(values.map((value, at) => (value === null ? null : { x: x(at), y: y(value) })));
  const last = lines.at(-1)?.at(-1);
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={`shrink-0 ${className}`}
    >
      {lines.map((line) => (
        <g key={line[0]?.x}>
          <path d={areaUnder(line, height - 1)} fill="currentColor" opacity={0.08} />
          <path d={pathAlong(line)} fill="none" stroke="currentColor" strokeWidth={1.5} strokeLinecap="round" strokeLinejoin="round" />
        </g>
      ))}
      {last && <circle cx={last.x} cy={last.y} r={2} fill="currentColor" />}
    </svg>
  );
}
