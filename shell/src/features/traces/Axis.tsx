import { useI18n } from "@/i18n";
import { ticksOf } from "@/ui/chart/scale";
import { classes } from "@/ui";
import type { TimeWindow } from "./model/window";
import { NAMES } from "./SpanRow";

/** The hours of a trace: round times along the top. */
export function Axis({ window }: { readonly window: TimeWindow }) {
  const { format } = useI18n();
  const length = window.to - window.from;
  const ticks = ticksOf(window, 4).filter((tick) => tick >= window.from && tick < window.to - length * 0.04);
  return (
    <div aria-hidden className="flex h-6 border-b border-line text-2xs text-muted tabular-nums">
      <span className={NAMES} />
      <span className="relative min-w-0 flex-1 overflow-hidden">
        {ticks.map((tick) => (
          <span key={tick} className={classes("absolute inset-y-0 border-l border-line pt-1 pl-1")} style={{ left: `${((tick - window.from) / length) * 100}%` }}>
            {format.duration(tick)}
          </span>
        ))}
      </span>
    </div>
  );
}
