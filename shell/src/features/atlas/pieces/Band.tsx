import type { AtlasBand, AtlasBands } from "@/api";
import { useI18n, useT } from "@/i18n";
import { percentOf } from "@/i18n/amounts";
import { Badge, classes } from "@/ui";
import { BAND_GROUND, BAND_INK, BAND_SHAPE, BAND_TONE, BANDS } from "../bands";

/** How something stands, by shape and colour. */
export function BandDot({ band, spoken, className }: { readonly band: AtlasBand; readonly spoken?: boolean; readonly className?: string }) {
  const t = useT();
  return (
    <svg
      viewBox="0 0 10 10"
      role={spoken ? "img" : undefined}
      aria-label={spoken ? t(`atlas.band.${band}`) : undefined}
      aria-hidden={spoken ? undefined : true}
      className={classes("size-2.5 shrink-0", BAND_INK[band], className)}
    >
      <path d={BAND_SHAPE[band]} fill="currentColor" fillRule="evenodd" />
    </svg>
  );
}

/** How something stands, in words. */
export function BandBadge({ band }: { readonly band: AtlasBand }) {
  const t = useT();
  return <Badge tone={BAND_TONE[band]}>{t(`atlas.band.${band}`)}</Badge>;
}

interface ProgressFigureProps {
  readonly progress: number | null | undefined;
  readonly className?: string;
}

/** A share in per cent; what has no data says so. */
export function ProgressFigure({ progress, className }: ProgressFigureProps) {
  const { t, locale } = useI18n();
  return <span className={classes("tabular-nums", className)}>{progress == null ? t("atlas.band.none") : percentOf(progress, locale)}</span>;
}

interface BandMeterProps {
  readonly label: string;
  readonly progress: number | null | undefined;
  readonly band: AtlasBand;
  /** Where it should be by now: a fine mark. */
  readonly expected?: number | null;
  readonly className?: string;
}

/** How far something is, of a hundred, with a mark where it should be. */
export function BandMeter({ label, progress, band, expected, className }: BandMeterProps) {
  const { t, locale } = useI18n();
  const share = Math.min(100, Math.max(0, progress ?? 0));
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share}
      aria-valuetext={progress == null ? t("atlas.band.none") : `${percentOf(progress, locale)}, ${t(`atlas.band.${band}`)}`}
      className={classes("relative h-1.5 rounded-full bg-active", className)}
    >
      <div className={classes("h-full rounded-full transition-[width] duration-300", BAND_GROUND[band])} style={{ width: `${share}%` }} />
      {expected != null && (
        <span aria-hidden className="absolute -inset-y-1 w-0.5 -translate-x-1/2 rounded-full bg-fg outline-2 outline-raised" style={{ left: `${Math.min(100, Math.max(0, expected))}%` }} />
      )}
    </div>
  );
}

interface BandBarProps {
  readonly bands: AtlasBands;
  /** Say each number below. */
  readonly told?: boolean;
  readonly className?: string;
}

/** How many stand how, as one thin bar. */
export function BandBar({ bands, told, className }: BandBarProps) {
  const { t, format } = useI18n();
  const parts = BANDS.flatMap((band) => (bands[band] ? [{ band, count: bands[band] }] : []));
  const words = parts.map(({ band, count }) => `${t(`atlas.band.${band}`)} ${format.number(count)}`).join(", ");
  return (
    <div className={className}>
      <div role="img" aria-label={`${t("atlas.bands")}: ${words || t("atlas.band.none")}`} className="flex h-1.5 gap-0.5 overflow-hidden rounded-full bg-active">
        {parts.map(({ band, count }) => (
          <span key={band} className={classes("h-full min-w-1 first:rounded-l-full last:rounded-r-full", BAND_GROUND[band])} style={{ flexGrow: count }} />
        ))}
      </div>
      {told && (
        <ul className="mt-2.5 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
          {parts.map(({ band, count }) => (
            <li key={band} className="inline-flex items-center gap-1.5">
              <BandDot band={band} />
              {t(`atlas.band.${band}`)}
              <span className="text-fg tabular-nums">{format.number(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
