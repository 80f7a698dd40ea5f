import { ClipboardCheck, Leaf } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import type { AtlasAttention, AtlasWhy } from "@/api";
import { useI18n } from "@/i18n";
import { dayOf, monthOf } from "@/i18n/amounts";
import { Rows, Section } from "@/stage";
import { Badge, Button, type Tone } from "@/ui";
import { partPath } from "../paths";
import { ItemRow } from "../pieces/ItemRow";

const TONES: Readonly<Record<AtlasWhy, Tone>> = { at_risk: "warn", delayed: "bad", overdue: "bad", stale: "neutral", no_data: "neutral", pace: "warn" };
const SHOWN = 8;

interface AttentionListProps {
  readonly attention: readonly AtlasAttention[];
  /** How many check-ins are due. */
  readonly stale: number;
  readonly company: string;
  /** Whose, if not everybody's. */
  readonly owner?: string;
}

/** What asks for attention, the heaviest first, and why. */
export function AttentionList({ attention, stale, company, owner }: AttentionListProps) {
  const { t } = useI18n();
  const [all, showAll] = useState(false);
  const shown = all ? attention : attention.slice(0, SHOWN);
  const go = stale > 0 && (
    <Link href={partPath("check-in", company, owner === undefined ? {} : { owner })} className="inline-flex items-center gap-1.5 rounded-sm font-medium text-accent-text underline-offset-2 hover:underline">
      <ClipboardCheck aria-hidden className="size-3.5" />
      {t("atlas.checkin.go")}
    </Link>
  );
  return (
    <Section title={t("atlas.attention")} aside={go}>
      {attention.length === 0 ? (
        <div className="flex items-center gap-3 rounded-lg border border-line bg-raised px-4 py-3.5 text-sm shadow-raised">
          <Leaf aria-hidden className="size-4 shrink-0 text-ok" />
          <p>
            <span className="font-medium text-fg">{t("atlas.attention.none")}</span> <span className="text-muted">{t("atlas.attention.none.about")}</span>
          </p>
        </div>
      ) : (
        <Rows label={t("atlas.attention")}>
          {shown.map((item) => (
            <ItemRow key={item.id} item={item}>
              <Reasons item={item} />
            </ItemRow>
          ))}
          {shown.length < attention.length && (
            <div className="flex justify-center px-4 py-1.5">
              <Button tone="quiet" size="sm" onClick={() => showAll(true)}>
                {t("atlas.attention.rest", { count: attention.length - shown.length })}
              </Button>
            </div>
          )}
        </Rows>
      )}
    </Section>
  );
}

function Reasons({ item }: { readonly item: AtlasAttention }) {
  const { t, locale } = useI18n();
  const since = item.why.includes("overdue") && item.due ? dayOf(item.due, locale) : item.why.includes("stale") && item.last_value_in ? t("atlas.last", { month: monthOf(item.last_value_in, locale, "short") }) : undefined;
  return (
    <>
      {since && <span className="text-xs text-muted max-md:hidden">{since}</span>}
      {item.why.filter((why) => why !== "no_data" || item.progress !== null).slice(0, 2).map((why) => (
        <Badge key={why} tone={TONES[why]}>
          {t(`atlas.why.${why}`)}
        </Badge>
      ))}
    </>
  );
}
