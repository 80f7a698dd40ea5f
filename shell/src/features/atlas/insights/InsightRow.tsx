import { Check, X } from "lucide-react";
import { Link } from "wouter";

import type { AtlasInsight } from "@/api";
import { useAct } from "@/apps";
import { useI18n } from "@/i18n";
import { Badge, Button } from "@/ui";
import { itemPath } from "../paths";
import { figureWords, severityTone, severityWords, typeWords } from "./words";

/** An insight: what it says, how severe it is, the figures it goes by, and what a person says about it. */
export function InsightRow({ insight, company }: { readonly insight: AtlasInsight; readonly company: string }) {
  const { t, locale } = useI18n();
  const act = useAct("atlas");
  const { id, title, about } = insight;
  const path = about === null ? undefined : itemPath(about.id);
  const decide = (verb: "confirm" | "dismiss", said: string) => act(`atlas.${verb}_insight`, { insight_id: id, company }, said);
  return (
    <article aria-label={title} className="flex flex-col gap-2 px-4 py-3.5 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="font-medium break-words text-fg">{path === undefined ? title : <Link href={path} className="rounded-sm underline-offset-2 hover:underline">{title}</Link>}</h2>
          {insight.description && <p className="mt-0.5 break-words whitespace-pre-wrap text-muted">{insight.description}</p>}
        </div>
        <div className="flex shrink-0 items-center gap-2">
          <span className="text-xs text-muted">{typeWords(insight.insight_type, t)}</span>
          <Badge tone={severityTone(insight.severity)}>{severityWords(insight.severity, t)}</Badge>
        </div>
      </div>
      {insight.evidence.length > 0 && (
        <ul aria-label={t("atlas.insight.evidence")} className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
          {insight.evidence.map((each, index) => (
            <li key={index} className="tabular-nums">
              {insight.evidence[index - 1]?.item !== each.item && <span className="mr-2 font-mono">{each.item}</span>}
              {figureWords(each, t, locale)}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-xs text-muted">
          {t(`atlas.insight.source.${insight.source}`)}
          {insight.confirmed_by && ` · ${t("atlas.insight.confirmed", { name: insight.confirmed_by === "owner" ? t("atlas.by.you") : insight.confirmed_by })}`}
        </span>
        {insight.status === "active" && (
          <span className="-mr-2 flex items-center gap-1">
            {!insight.confirmed_by && (
              <Button tone="quiet" size="sm" icon={Check} onClick={() => decide("confirm", t("atlas.insight.confirmed.toast", { title }))}>
                {t("atlas.insight.confirm")}
              </Button>
            )}
            <Button tone="quiet" size="sm" icon={X} onClick={() => decide("dismiss", t("atlas.insight.dismissed.toast", { title }))}>
              {t("atlas.insight.dismiss")}
            </Button>
          </span>
        )}
      </div>
    </article>
  );
}
