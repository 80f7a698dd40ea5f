import { Hand } from "lucide-react";

import type { StepView } from "@/api";
import { useI18n } from "@/i18n";
import { stepDotOf, Ticking } from "@/runs";
import { Badge, StatusDot } from "@/ui";
import { ICONS } from "../icons";
import { Doing } from "../steps/Doing";
import { countOf, isTimed, standingOf } from "../steps/words";

/** A step in one glance: how it stands, since when, what it is. */
export function StepFacts({ step }: { readonly step: StepView }) {
  const { t, format } = useI18n();
  const Icon = ICONS[step.kind];
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatusDot status={stepDotOf(step.status)} className="size-3" />
        <span className="font-medium">{standingOf(step, t)}</span>
        {countOf(step, t) !== undefined && <span className="text-muted tabular-nums">{countOf(step, t)}</span>}
        {isTimed(step) && (
          <span className="text-muted">
            <Ticking from={step.started_at} to={step.finished_at} />
          </span>
        )}
        {step.again_at !== null && (
          <span className="text-muted">{t("steps.again.at", { time: format.seconds(new Date(step.again_at * 1_000).toISOString()) })}</span>
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <Icon aria-hidden className="size-3.5" />
        {t(`steps.kind.${step.kind}`)}
        <Doing step={step} className="text-fg" />
        {step.stops_before && <Mark words={t("steps.stops.before")} />}
        {step.stops_after && <Mark words={t("steps.stops.after")} />}
      </p>
      {step.condition && (
        <p className="text-xs text-muted">
          {t("steps.condition")} <code className="text-2xs text-fg">{step.condition}</code>
        </p>
      )}
    </div>
  );
}

function Mark({ words }: { readonly words: string }) {
  return (
    <Badge>
      <Hand aria-hidden className="size-3" />
      {words}
    </Badge>
  );
}
