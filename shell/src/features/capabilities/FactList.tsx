import type { ReactNode } from "react";

import { type Capability, useRuntime } from "@/api";
import { EffectBadge, LOOKING } from "@/catalog";
import { useI18n } from "@/i18n";
import { Card } from "@/ui";

/** Longer than this means: as long as it takes. */
const HOUR = 3_600;

/** What one should know before using it: effect, approval, undo, other names. */
export function FactList({ capability }: { readonly capability: Capability }) {
  const { t, format } = useI18n();
  const { data: runtime } = useRuntime(capability.name);
  const { effect, approval, reversible, previewable, aliases, timeout_s } = capability;
  return (
    <Card role="region" aria-label={t("capabilities.facts")}>
      <dl className="divide-y divide-line">
        <Fact name={t("capabilities.fact.effect")}>
          <span className="inline-flex flex-wrap items-center gap-2">
            <EffectBadge effect={effect} />
            {t(`effect.${effect}.about`)}
          </span>
        </Fact>
        <Fact name={t("capabilities.fact.approval")}>{t(`capabilities.approval.${approval}`)}</Fact>
        <Fact name={t("capabilities.fact.undo")}>
          {t(LOOKING.has(effect) ? "capabilities.undo.none" : reversible ? "capabilities.undo.yes" : "capabilities.undo.no")}
        </Fact>
        <Fact name={t("capabilities.fact.runtime")}>
          {t(`capabilities.runtime.${capability.runtime}`)}
          {runtime && <p className="text-muted">{runtime.reason}</p>}
        </Fact>
        {previewable && <Fact name={t("capabilities.fact.preview")}>{t("capabilities.preview.yes")}</Fact>}
        {timeout_s < HOUR && <Fact name={t("capabilities.fact.time")}>{format.duration(timeout_s * 1_000)}</Fact>}
        <Fact name={t("capabilities.fact.name")}>
          <span className="font-mono text-xs break-all">{capability.name}</span>
        </Fact>
        {aliases.length > 0 && (
          <Fact name={t("capabilities.fact.aliases")}>
            <span className="font-mono text-xs break-all">{aliases.join(", ")}</span>
          </Fact>
        )}
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-0.5 px-4 py-2 text-sm">
      <dt className="w-32 shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 flex-1 basis-52 text-fg">{children}</dd>
    </div>
  );
}
