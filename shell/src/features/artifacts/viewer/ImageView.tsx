import { Maximize, Minus, Plus } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";

import { type Artifact, artifactUrl } from "@/api";
import { useI18n } from "@/i18n";
import { Button, classes, IconButton, Toolbar } from "@/ui";
import { Unshown } from "./Unshown";
import { useKeys } from "./useKeys";
import { useZoom } from "./useZoom";
import type { Size } from "./zoom";

const UNKNOWN: Size = { width: 0, height: 0 };
const PAN = 60;

/** A picture to look at closely: wheel, pinch, drag, double click, or the keys + − 0 1. */
export function ImageView({ artifact }: { readonly artifact: Artifact }) {
  const { t, format } = useI18n();
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(UNKNOWN);
  const [broken, setBroken] = useState(false);
  const zoom = useZoom(box, size);
  const { view } = zoom;
  useKeys((key) => {
    const act = { "+": zoom.larger, "=": zoom.larger, "-": zoom.smaller, "0": zoom.fit, "1": zoom.actual }[key];
    act?.();
    return act !== undefined;
  });
  const press = (event: KeyboardEvent) => {
    const by = event.shiftKey ? PANS[event.key] : undefined;
    if (by === undefined) return;
    event.preventDefault();
    zoom.pan(by);
  };
  if (broken) return <Unshown artifact={artifact} />;
  const loaded = size !== UNKNOWN;
  return (
    <div className="relative h-full">
      <div
        ref={box}
        role="group"
        aria-label={t("viewer.image.window")}
        tabIndex={0}
        onKeyDown={press}
        {...zoom.handlers}
        className={classes(
          "relative size-full touch-none overflow-hidden select-none -outline-offset-2",
          zoom.whole ? "cursor-zoom-in" : "cursor-grab active:cursor-grabbing",
        )}
      >
        <img
          src={artifactUrl(artifact.id)}
          alt={artifact.name}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            // A drawing without a size of its own is shown large.
            setSize({ width: naturalWidth || 800, height: naturalHeight || 600 })
          }
          onError={() => setBroken(true)}
          className={classes(
            "absolute top-1/2 left-1/2 max-w-none origin-center",
            view.scale >= 4 && "[image-rendering:pixelated]",
            !loaded && "opacity-0",
          )}
          style={{
            width: size.width || undefined,
            height: size.height || undefined,
            transform: `translate(-50%, -50%) translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
          }}
        />
      </div>
      <Toolbar
        label={t("viewer.zoom")}
        className="absolute bottom-3 left-1/2 flex -translate-x-1/2 items-center gap-0.5 rounded-lg bg-raised p-1 shadow-float"
      >
        <IconButton icon={Minus} label={t("viewer.zoom.out")} keys="−" side="top" onClick={zoom.smaller} />
        <Button tone="quiet" onClick={zoom.actual} className="min-w-16 tabular-nums">
          <span className="sr-only">{t("viewer.zoom.actual")}</span>
          <span aria-live="polite">{t("viewer.zoom.percent", { percent: format.number(Math.round(view.scale * 100)) })}</span>
        </Button>
        <IconButton icon={Plus} label={t("viewer.zoom.in")} keys="+" side="top" onClick={zoom.larger} />
        <IconButton icon={Maximize} label={t("viewer.zoom.fit")} keys="0" side="top" pressed={zoom.whole} onClick={zoom.fit} />
      </Toolbar>
      {loaded && (
        <span className="absolute right-3 bottom-4 text-2xs text-muted tabular-nums max-sm:hidden">
          {format.number(size.width)} × {format.number(size.height)}
        </span>
      )}
    </div>
  );
}

const PANS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: PAN, y: 0 },
  ArrowRight: { x: -PAN, y: 0 },
  ArrowUp: { x: 0, y: PAN },
  ArrowDown: { x: 0, y: -PAN },
};
