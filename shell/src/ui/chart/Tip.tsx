import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

interface TipProps {
  /** The middle of what it is about, from the left edge of the chart. */
  readonly x: number;
  /** How much beside it is kept free, so that nothing it is about is covered. */
  readonly beside: number;
  /** How much room there is beside. */
  readonly width: number;
  readonly children: ReactNode;
}

/** What a chart says about the point that is read; stays inside the chart. */
export function Tip({ x, beside, width, children }: TipProps) {
  const tip = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(0);
  useLayoutEffect(() => setOwn(tip.current?.offsetWidth ?? 0), [children]);
  const [right, left] = [x + beside, x - beside - own];
  const place = right + own <= width ? right : left >= 0 ? left : Math.min(Math.max(0, x - own / 2), Math.max(0, width - own));
  return (
    <div
      ref={tip}
      style={{ transform: `translateX(${place}px)` }}
      className="pointer-events-none absolute top-0 left-0 z-10 min-w-36 animate-fade rounded-md bg-raised px-2.5 py-2 text-xs shadow-float"
    >
      {children}
    </div>
  );
}
