import type { PointerEvent } from "react";

import { useT } from "@/i18n";
import { classes } from "@/ui";
import { FILLS } from "./looks";
import type { WaterfallView } from "./useWaterfall";

const LANE = 7;
const PATH = 6;

/** The whole trace at a glance: the critical path, below it what went on at the same time, and what of it is in sight. */
export function Overview({ view }: { readonly view: WaterfallView }) {
  const t = useT();
  const { total, window } = view;
  const lanes = view.bars.reduce((most, bar) => Math.max(most, bar.lane + 1), 1);
  const height = PATH + 3 + lanes * LANE;
  const x = (time: number) => `${(100 * time) / Math.max(total, 1)}%`;
  const look = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    view.showAround(((event.clientX - box.left) / box.width) * total);
  };
  return (
    // The keys of the rows below do the same.
    <div aria-hidden onPointerDown={look} title={t("traces.overview")} className="relative cursor-pointer overflow-hidden rounded-md border border-line bg-panel" style={{ height: height + 8 }}>
      <svg width="100%" height={height} className="absolute top-1 left-0">
        {view.stretches.map((each) => (
          <rect key={`${each.id}-${each.from}`} x={x(each.from)} width={x(each.to - each.from)} y={1} height={3} className="fill-accent" />
        ))}
        {view.bars.map((bar) => (
          <rect
            key={`${bar.lane}-${bar.from}-${bar.kind}`}
            x={x(bar.from)}
            width={x(bar.to - bar.from)}
            y={PATH + 2 + bar.lane * LANE}
            height={LANE - 2}
            style={{ minWidth: 1 }}
            className={bar.bad ? "fill-bad" : FILLS[bar.kind]}
          />
        ))}
      </svg>
      <div
        className={classes("absolute inset-y-0 border-x-2 border-accent bg-accent-soft opacity-40", view.isWhole && "hidden")}
        style={{ left: x(window.from), width: x(window.to - window.from) }}
      />
    </div>
  );
}
