import type { ReactNode } from "react";

import type { AtlasKeyResultPage } from "@/api";
import { useI18n } from "@/i18n";
import { amountOf, percentOf } from "@/i18n/amounts";
import { Badge, Card } from "@/ui";
import { bandOf, PACE_TONE } from "../bands";
import { numberIn, textIn } from "../edit/values";
import { BandDot } from "../pieces/Band";

/** Where a key result is: its value, the year so far, the whole year, its pace. */
export function KeyResultStats({ page }: { readonly page: AtlasKeyResultPage }) {
  const { t, locale } = useI18n();
  const unit = textIn(page.fields, "unit");
  const [current, target] = [numberIn(page.fields, "current_value"), numberIn(page.fields, "yearly_target") ?? numberIn(page.fields, "target_value")];
  const amount = (value: number | null) => (value === null ? t("atlas.field.none") : amountOf(value, unit, locale));
  const share = (value: number | null) => (value === null ? t("atlas.band.none") : percentOf(value, locale));
  return (
    <Card className="@container overflow-hidden">
      <dl className="grid grid-cols-2 gap-px bg-line @[560px]:grid-cols-4">
        <Stat name={t("atlas.stat.now")} about={t("atlas.kr.of", { current: "", target: amount(target) }).trim()}>
          {amount(current)}
        </Stat>
        <Stat name={t("atlas.stat.ytd")} about={page.expected === null ? undefined : t("atlas.stat.expected", { percent: percentOf(page.expected, locale) })}>
          <BandDot band={page.item.band} spoken className="size-3" />
          {share(page.ytd)}
        </Stat>
        <Stat name={t("atlas.stat.year")}>
          <BandDot band={bandOf(page.year)} spoken className="size-3" />
          {share(page.year)}
        </Stat>
        <Stat name={t("atlas.stat.pace")} about={page.pace === null ? undefined : t("atlas.stat.pace.about")}>
          {page.pace === null ? t("atlas.field.none") : percentOf(Math.round(page.pace * 100), locale)}
          {page.suggested && <Badge tone={PACE_TONE[page.suggested]}>{t(`atlas.pace.${page.suggested}`)}</Badge>}
        </Stat>
      </dl>
    </Card>
  );
}

function Stat({ name, about, children }: { readonly name: string; readonly about?: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1 bg-raised px-4 py-3.5">
      <dt className="truncate text-xs text-muted">{name}</dt>
      <dd className="flex flex-wrap items-center gap-x-2 text-lg font-semibold tracking-[-0.01em] text-fg tabular-nums">{children}</dd>
      {about && <dd className="truncate text-xs text-muted tabular-nums">{about}</dd>}
    </div>
  );
}
