import { useI18n } from "@/i18n";
import { percentOf } from "@/i18n/amounts";

/** What was expected by now, and how far from it. */
export function Explained({ progress, expected }: { readonly progress: number | null; readonly expected: number | null }) {
  const { t, locale } = useI18n();
  if (expected === null) return null;
  const points = progress === null ? null : Math.round(progress - expected);
  const words = points === null ? "" : t("atlas.points", { count: Math.abs(points) });
  const said = points === null ? null : points === 0 ? t("atlas.score.even") : points > 0 ? t("atlas.score.ahead", { points: words }) : t("atlas.score.behind", { points: words });
  return (
    <p className="flex flex-wrap justify-between gap-x-3 text-xs text-muted">
      <span>{t("atlas.score.expected", { percent: percentOf(expected, locale) })}</span>
      {said !== null && <span className={points !== null && points < 0 ? "font-medium text-fg" : "font-medium text-ok-text"}>{said}</span>}
    </p>
  );
}
