import { ChevronDown, ChevronRight } from "lucide-react";

import { useI18n } from "@/i18n";
import { classes, ForeignText } from "@/ui";
import { BARS, ICONS } from "./looks";
import type { TraceRow } from "./model/rows";
import { placeOf, type TimeWindow } from "./model/window";

interface SpanRowProps {
  readonly row: TraceRow;
  readonly window: TimeWindow;
  readonly isCritical: boolean;
  readonly onFold: (id: string, is: boolean) => void;
}

/** Room for names at the left of the bars. */
export const NAMES = "w-72 shrink-0 max-lg:w-56 max-sm:w-40";
const DEEPEST = 8;

/** One span: its name at its depth, and its bar where it stands in time. */
export function SpanRow({ row, window, isCritical, onFold }: SpanRowProps) {
  const { t, format } = useI18n();
  const { span, depth, children, folded } = row;
  const Icon = ICONS[span.kind];
  const place = placeOf(span.start_ms, span.duration_ms, window);
  const bad = span.status === "error";
  const live = span.status === "running" || span.status === "waiting";
  const Chevron = folded ? ChevronRight : ChevronDown;
  const words = format.duration(span.duration_ms);
  // What does not fit behind the bar stands before it.
  const isLate = place !== null && place.left + place.width > 0.8;
  return (
    <>
      <span className={classes("flex min-w-0 items-center gap-1.5 pr-2", NAMES)} style={{ paddingLeft: 4 + Math.min(depth, DEEPEST) * 12 }}>
        {children > 0 ? (
          <span
            aria-hidden
            onClick={(event) => {
              event.stopPropagation();
              onFold(span.id, !folded);
            }}
            className="inline-flex size-4 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-active"
          >
            <Chevron className="size-3" />
          </span>
        ) : (
          <span className="w-4 shrink-0" />
        )}
        <Icon aria-hidden className={classes("size-3.5 shrink-0", bad ? "text-bad-text" : "text-muted")} />
        <span className={classes("truncate text-xs", isCritical ? "font-medium text-fg" : "text-muted")}>
          <ForeignText still>{span.name || span.capability || t(`traces.kind.${span.kind}`)}</ForeignText>
        </span>
      </span>
      <span className="relative h-full min-w-0 flex-1 overflow-hidden">
        {place && (
          <>
            <span
              className={classes(
                "absolute top-1/2 h-3 min-w-0.5 -translate-y-1/2 rounded-xs",
                bad ? "bg-bad" : BARS[span.kind],
                !isCritical && !bad && "opacity-50",
                live && "animate-pulse motion-reduce:animate-none",
              )}
              style={{ left: `${place.left * 100}%`, width: `${place.width * 100}%` }}
            />
            {isCritical && (
              <span className="absolute bottom-0.5 h-0.5 min-w-0.5 bg-accent" style={{ left: `${place.left * 100}%`, width: `${place.width * 100}%` }} />
            )}
            <span
              className="absolute top-1/2 -translate-y-1/2 px-1.5 text-2xs whitespace-nowrap text-muted tabular-nums"
              style={isLate ? { right: `${(1 - place.left) * 100}%` } : { left: `${(place.left + place.width) * 100}%` }}
            >
              {words}
            </span>
          </>
        )}
      </span>
      <span className="sr-only">
        {t(`traces.kind.${span.kind}`)}, {t(`traces.status.${span.status}`)}, {words}
        {isCritical && `, ${t("traces.critical")}`}
      </span>
    </>
  );
}
