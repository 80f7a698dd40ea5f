import { useI18n } from "@/i18n";
import { amountOf, monthOf } from "@/i18n/amounts";

interface StandingProps {
  readonly unit: string | null;
  readonly period: string;
  readonly target: number | null;
  readonly last: number | null;
  readonly lastIn: string | null;
}

/** What the value is measured by: its target, and what it was before. */
export function Standing({ unit, period, target, last, lastIn }: StandingProps) {
  const { t, locale } = useI18n();
  const before = last === null || lastIn === null ? t("atlas.checkin.never") : t("atlas.checkin.before", { value: amountOf(last, unit, locale), month: monthOf(lastIn, locale, "short") });
  return (
    <span className="flex flex-wrap gap-x-4 tabular-nums">
      {target !== null && <span>{t("atlas.checkin.target", { value: amountOf(target, unit, locale), month: monthOf(period, locale, "short") })}</span>}
      <span>{before}</span>
    </span>
  );
}
