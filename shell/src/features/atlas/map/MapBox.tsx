import { useStore } from "@xyflow/react";
import { Minus } from "lucide-react";
import { memo, useEffect, useRef } from "react";

import type { AtlasBand, AtlasNode } from "@/api";
import { type Key, useI18n } from "@/i18n";
import { percentOf } from "@/i18n/amounts";
import { classes } from "@/ui";
import { BAND_GROUND } from "../bands";
import { BandDot, ProgressFigure } from "../pieces/Band";
import { inkOf } from "../pieces/colour";
import { opens } from "./folding";
import { useMap } from "./useMap";

/** Below this, words cannot be read: boxes become blocks of colour. */
const LEGIBLE = 0.4;

const BLOCKS: Readonly<Record<AtlasBand, string>> = {
  excellent: "border-run bg-run-soft",
  good: "border-ok bg-ok-soft",
  fair: "border-warn bg-warn-soft",
  poor: "border-bad bg-bad-soft",
  none: "border-line-strong bg-active",
};

interface MapBoxProps {
  readonly data: { readonly node: AtlasNode; readonly folded: boolean };
}

/** One item of the map: what it is called, how far it is, and how many stand under it. */
export const MapBox = memo(function MapBox({ data: { node, folded } }: MapBoxProps) {
  const { t, locale } = useI18n();
  const { current, walked, onFocus, onOpen, onToggle } = useMap();
  const legible = useStore((store) => store.transform[2] >= LEGIBLE);
  const button = useRef<HTMLButtonElement>(null);
  const here = current === node.id;
  useEffect(() => {
    if (here && walked) button.current?.focus({ preventScroll: true });
  }, [here, walked]);
  const score = node.progress == null ? t("atlas.band.none") : percentOf(node.progress, locale);
  const kind = t(`atlas.kind.${node.kind}` as Key & "atlas.kind.task");
  const heavy = node.kind === "company" || node.kind === "pillar";
  return (
    <div className="pointer-events-auto relative size-full">
      <button
        ref={button}
        type="button"
        data-node={node.id}
        tabIndex={here ? 0 : -1}
        aria-expanded={opens(node) ? !folded : undefined}
        aria-label={t("atlas.map.node", { kind, title: node.title, score, band: t(`atlas.band.${node.band}`) })}
        onFocus={() => onFocus(node.id)}
        onClick={() => onOpen(node)}
        className={classes(
          "relative flex size-full flex-col justify-center overflow-hidden rounded-md border px-3 text-left shadow-raised outline-offset-2 hover:border-muted",
          legible ? "border-line bg-raised" : BLOCKS[node.band],
        )}
      >
        {node.color && <span aria-hidden className="absolute inset-y-0 left-0 w-[3px]" style={{ background: inkOf(node.color) }} />}
        {legible && (
          <>
            <span className={classes("flex items-center gap-2", opens(node) && "pr-2")}>
              {!heavy && <BandDot band={node.band} className="size-2.5" />}
              <span className={classes("line-clamp-2 min-w-0 flex-1 text-sm/[17px] break-words text-fg", heavy && "font-semibold")}>{node.title}</span>
              <ProgressFigure progress={node.progress} className={classes("shrink-0 text-xs", node.progress == null ? "text-muted" : "font-medium text-fg")} />
            </span>
            <span aria-hidden className="absolute inset-x-0 bottom-0 h-[3px] bg-hover">
              <span className={classes("block h-full", BAND_GROUND[node.band])} style={{ width: `${Math.min(100, Math.max(0, node.progress ?? 0))}%` }} />
            </span>
          </>
        )}
      </button>
      {legible && opens(node) && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t(folded ? "atlas.map.open" : "atlas.map.close", { title: node.title })}
          onClick={() => onToggle(node)}
          className="absolute top-1/2 -right-2.5 inline-flex h-5 min-w-5 -translate-y-1/2 items-center justify-center rounded-full border border-line-strong bg-raised px-1 text-2xs font-medium text-muted tabular-nums shadow-raised hover:border-muted hover:text-fg"
        >
          {folded ? node.children : <Minus aria-hidden className="size-3" />}
        </button>
      )}
    </div>
  );
});
