import { useI18n } from "@/i18n";
import { classes } from "@/ui";
import { toneOf } from "./scores";

const INK = { none: "text-faint", poor: "text-bad", fair: "text-warn", good: "text-ok" } as const;
const ROUND = 2 * Math.PI * 30;

/** A score from 0.0 to 1.0, as a ring that fills. */
export function ScoreRing({ score, label }: { readonly score: number | null; readonly label: string }) {
  const { t, locale } = useI18n();
  const words = score === null ? t("atlas.band.none") : score.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 2 });
  return (
    <svg viewBox="0 0 72 72" role="img" aria-label={`${label}: ${words}`} className={classes("size-[72px] shrink-0", INK[toneOf(score)])}>
      <circle cx="36" cy="36" r="30" fill="none" strokeWidth="6" className="stroke-active" />
      {score !== null && (
        <circle
          cx="36"
          cy="36"
          r="30"
          fill="none"
          stroke="currentColor"
          strokeWidth="6"
          strokeLinecap="round"
          strokeDasharray={`${ROUND * Math.min(1, Math.max(0, score))} ${ROUND}`}
          transform="rotate(-90 36 36)"
        />
      )}
      <text x="36" y="41" textAnchor="middle" className="fill-fg text-lg font-semibold tabular-nums">
        {score === null ? "–" : words}
      </text>
    </svg>
  );
}
