import { useVirtualizer } from "@tanstack/react-virtual";
import { Maximize2, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";

import type { Trace, TraceReading } from "@/api";
import { useI18n } from "@/i18n";
import { classes, IconButton } from "@/ui";
import { Axis } from "./Axis";
import { moveOf } from "./model/rows";
import { Overview } from "./Overview";
import { SpanRow } from "./SpanRow";
import { SpanSheet } from "./SpanSheet";
import { useWaterfall } from "./useWaterfall";

const ROW = 28;
const STEP = 1.6;

interface WaterfallProps {
  readonly trace: Trace;
  /** What a file held about its spans; left out, the server is asked. */
  readonly details?: TraceReading["details"];
}

/** Every span as a bar in time. Arrow keys move, Enter opens, plus and minus zoom. */
export function Waterfall({ trace, details }: WaterfallProps) {
  const { t } = useI18n();
  const id = useId();
  const view = useWaterfall(trace);
  const box = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const { rows, at, window } = view;
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => ROW, overscan: 12 });
  const zoomKeys: Readonly<Record<string, () => void>> = { "+": () => view.zoom(STEP), "=": () => view.zoom(STEP), "-": () => view.zoom(1 / STEP), "0": view.fit };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const zoom = event.shiftKey && event.key.startsWith("Arrow") ? sideways(event.key, view.move) : zoomKeys[event.key];
    const move = zoom ? null : moveOf(event.key, rows, at, 12);
    if (zoom === undefined && move === null) return;
    event.preventDefault();
    zoom?.();
    if (move === null) return;
    if ("to" in move) {
      view.goTo(move.to);
      virtual.scrollToIndex(move.to);
    } else if ("fold" in move) view.fold(move.fold, move.is);
    else setOpened(move.open);
  };
  useWheelZoom(box, view.zoom);
  const span = trace.spans.find((each) => each.id === opened);
  return (
    <section aria-label={t("traces.waterfall")} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex items-center gap-2 text-xs text-muted">
          <span aria-hidden className="h-0.5 w-5 bg-accent" />
          {t("traces.critical.about")}
        </p>
        <div role="group" aria-label={t("traces.zoom")} className="flex gap-1">
          <IconButton icon={ZoomOut} size="sm" label={t("traces.zoom.out")} disabled={view.isWhole} onClick={() => view.zoom(1 / STEP)} />
          <IconButton icon={ZoomIn} size="sm" label={t("traces.zoom.in")} onClick={() => view.zoom(STEP)} />
          <IconButton icon={Maximize2} size="sm" label={t("traces.zoom.fit")} disabled={view.isWhole} onClick={view.fit} />
        </div>
      </div>
      <Overview view={view} />
      <div className="overflow-hidden rounded-lg border border-line bg-raised shadow-raised">
        <Axis window={window} />
        <div ref={box} className="max-h-[max(20rem,calc(100dvh-27rem))] overflow-x-hidden overflow-y-auto">
          <div
            role="tree"
            tabIndex={0}
            aria-label={t("traces.waterfall.about")}
            aria-activedescendant={rows.length > 0 ? `${id}-${at}` : undefined}
            onKeyDown={press}
            className="group/tree relative w-full -outline-offset-2"
            style={{ height: Math.max(virtual.getTotalSize(), ROW) }}
          >
            {virtual.getVirtualItems().map(({ index, start }) => {
              const row = rows[index];
              if (row === undefined) return null;
              return (
                <div
                  key={row.span.id}
                  id={`${id}-${index}`}
                  role="treeitem"
                  aria-level={row.depth + 1}
                  aria-expanded={row.children > 0 ? !row.folded : undefined}
                  aria-selected={index === at}
                  onClick={() => {
                    view.goTo(index);
                    setOpened(row.span.id);
                  }}
                  onDoubleClick={() => view.focus(row.span)}
                  className={classes(
                    "absolute inset-x-0 flex cursor-pointer items-center hover:bg-hover",
                    index === at && "group-focus-visible/tree:bg-active",
                  )}
                  style={{ top: start, height: ROW }}
                >
                  <SpanRow row={row} window={window} isCritical={view.critical.has(row.span.id)} onFold={view.fold} />
                </div>
              );
            })}
          </div>
        </div>
      </div>
      <p className="text-xs text-muted max-sm:hidden">{t("traces.keys")}</p>
      {span && <SpanSheet trace={trace} span={span} known={details === undefined ? undefined : (details[span.id] ?? { parts: [], changes: [] })} onClose={() => setOpened(null)} />}
    </section>
  );
}

function sideways(key: string, move: (share: number) => void): (() => void) | undefined {
  if (key === "ArrowLeft") return () => move(-0.25);
  return key === "ArrowRight" ? () => move(0.25) : undefined;
}

/** Ctrl and the wheel, or two fingers, zoom around the pointer; the page itself must not. */
function useWheelZoom(box: React.RefObject<HTMLDivElement | null>, zoom: (factor: number, at?: number) => void): void {
  const latest = useRef(zoom);
  useEffect(() => {
    latest.current = zoom;
  });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, width } = element.getBoundingClientRect();
      latest.current(Math.exp(-event.deltaY / 200), Math.min(1, Math.max(0, (event.clientX - left) / width)));
    };
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, [box]);
}
