import type { ReactNode } from "react";
import { Link } from "wouter";

import { type Run, usePersonas } from "@/api";
import { nameOf, useI18n } from "@/i18n";
import { dotOf, Elapsed, environmentOf, isGuarded } from "@/runs";
import { EnvironmentBand } from "@/stage";
import { Card, StatusDot } from "@/ui";

/** A run in figures. */
export function Facts({ run }: { readonly run: Run }) {
  const { t, format } = useI18n();
  const { data: personas } = usePersonas();
  const persona = personas?.find(({ id }) => id === run.agent);
  const { tokens_in, tokens_out, cost } = run.usage;
  const environment = environmentOf(run);
  return (
    <Card className="overflow-hidden">
      {environment !== null && <EnvironmentBand name={environment} isProtected={isGuarded(run)} />}
      <dl aria-label={t("activity.facts")} className="flex flex-wrap gap-x-10 gap-y-4 px-4 py-3.5">
        <Fact name={t("activity.status")}>
          <span className="flex items-center gap-2">
            <StatusDot status={dotOf(run.status)} />
            {t(`status.${run.status}`)}
          </span>
        </Fact>
        <Fact name={t("activity.duration")}>
          <Elapsed run={run} />
        </Fact>
        <Fact name={t("activity.started")}>{format.moment(run.started_at)}</Fact>
        <Fact name={t("activity.kind")}>{t(`kind.${run.kind}`)}</Fact>
        {run.agent !== null && <Fact name={t("activity.agent")}>{persona ? nameOf(persona, t) : run.agent}</Fact>}
        {run.model !== null && (
          <Fact name={t("activity.model")}>{run.model.startsWith("builtin/") ? t("tier.0") : run.model}</Fact>
        )}
        {tokens_in + tokens_out > 0 && (
          <Fact name={t("activity.tokens")}>
            {t("activity.tokens.value", { in: tokens_in, out: tokens_out })}
          </Fact>
        )}
        {cost > 0 && <Fact name={t("activity.cost")}>{format.money(cost)}</Fact>}
        {run.parent !== null && (
          <Fact name={t("activity.parent")}>
            <Link href={`/activity/${run.parent}`} className="text-accent-text underline-offset-2 hover:underline">
              {t("words.open")}
            </Link>
          </Fact>
        )}
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 truncate text-sm text-fg tabular-nums">{children}</dd>
    </div>
  );
}
