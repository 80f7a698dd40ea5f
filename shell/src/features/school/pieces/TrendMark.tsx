import { MoveRight, TrendingDown, TrendingUp } from "lucide-react";

import { useI18n } from "@/i18n";
import { fixedOf } from "@/i18n/amounts";
import { classes } from "@/ui";
import { type Trend, trendOf } from "../figures";

const LOOKS = {
  subindo: { icon: TrendingUp, tone: "text-ok-text" },
  caindo: { icon: TrendingDown, tone: "text-bad-text" },
  estavel: { icon: MoveRight, tone: "text-muted" },
} as const satisfies Readonly<Record<Trend, unknown>>;

interface TrendMarkProps {
  readonly trend: string;
  /** By how much, in the school's scale. */
  readonly delta?: number | null;
  readonly className?: string;
}

/** Which way the mean went since the period before; nothing while that cannot be told. */
export function TrendMark({ trend, delta, className }: TrendMarkProps) {
  const { t, locale } = useI18n();
  const known = trendOf(trend);
  if (known === undefined) return null;
  const { icon: Icon, tone } = LOOKS[known];
  const by = delta == null || known === "estavel" ? "" : ` ${delta > 0 ? "+" : "−"}${fixedOf(Math.abs(delta), 1, locale)}`;
  return (
    <span className={classes("inline-flex items-center gap-1 text-xs whitespace-nowrap tabular-nums", tone, className)}>
      <Icon aria-hidden className="size-3.5" />
      {t(`school.trend.${known}`)}
      {by}
    </span>
  );
}
