import { ShieldCheck } from "lucide-react";

import { useCapabilities, useSettings } from "@/api";
import { useI18n } from "@/i18n";
import { Card, Skeleton } from "@/ui";
import { FRESH, type Persona } from "./persona";
import { sentenceOf, summaryOf } from "./summary";

/** What this agent may do, as one sentence that follows every change. */
export function SummaryCard({ persona }: { readonly persona: Persona }) {
  const i18n = useI18n();
  const { data: known } = useCapabilities();
  const { data: settings } = useSettings();
  return (
    <Card role="region" aria-label={i18n.t("agents.summary")} className="flex items-start gap-3 px-4 py-3">
      <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      {known === undefined ? (
        <Skeleton className="h-5 w-2/3" />
      ) : (
        <p aria-live="polite" className="text-sm text-fg">
          {sentenceOf(summaryOf(persona, known, settings?.value.policy ?? FRESH.policy), i18n)}
        </p>
      )}
    </Card>
  );
}
