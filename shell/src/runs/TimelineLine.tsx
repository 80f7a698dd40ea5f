import { useEffect, useRef } from "react";

import { useI18n } from "@/i18n";
import { Fold } from "@/stage";
import { classes, StatusDot } from "@/ui";
import { LiveOutput } from "./LiveOutput";
import type { Line } from "./line";

interface TimelineLineProps {
  readonly ts: string;
  readonly line: Line;
  /** The run it happened in. */
  readonly run: string;
  readonly lit?: boolean;
}

/** One thing that happened, with its time; what a curious person may want is folded away. */
export function TimelineLine({ ts, line, run, lit = false }: TimelineLineProps) {
  const { t, format } = useI18n();
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (lit) place.current?.scrollIntoView?.({ block: "center" });
  }, [lit]);
  return (
    <li ref={place} data-lit={lit || undefined} className={classes("relative flex gap-3.5 rounded-md py-1.5", lit && "bg-accent-soft ring-4 ring-accent-soft")}>
      <span className={classes("relative mt-[5px] flex size-2.5 shrink-0 items-center justify-center ring-4", lit ? "bg-accent-soft ring-accent-soft" : "bg-panel ring-panel")}>
        <StatusDot status={line.status} />
      </span>
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 break-words text-fg">{line.title}</span>
          {line.duration !== undefined && (
            <span className="shrink-0 text-xs text-muted tabular-nums">{format.duration(line.duration)}</span>
          )}
          <time dateTime={ts} className="shrink-0 text-xs text-muted tabular-nums">
            {format.seconds(ts)}
          </time>
        </p>
        {line.detail && <p className="mt-0.5 line-clamp-6 break-words whitespace-pre-line text-muted">{line.detail}</p>}
        {line.terminal && (
          <div className="mt-1.5">
            <LiveOutput {...line.terminal} run={run} />
          </div>
        )}
        {line.data !== undefined && (
          <div className="mt-1">
            <Fold title={t("activity.details")}>
              <pre
                tabIndex={0}
                className="max-h-72 overflow-auto rounded-md border border-line bg-canvas p-3 text-2xs leading-[18px] break-words whitespace-pre-wrap"
              >
                {JSON.stringify(line.data, null, 2)}
              </pre>
            </Fold>
          </div>
        )}
      </div>
    </li>
  );
}
