import { ShieldAlert } from "lucide-react";

import type { Plan } from "@/api";
import { useT } from "@/i18n";
import { Badge } from "@/ui";
import { Words } from "./Words";

type Risk = Plan["risks"][number];

const TONES = { low: "neutral", medium: "neutral", high: "warn", critical: "bad" } as const;

/** What could go wrong, and what is done about it. */
export function Risks({ risks }: { readonly risks: readonly Risk[] }) {
  const t = useT();
  if (risks.length === 0) return null;
  return (
    <ul aria-label={t("plans.risks")} className="flex flex-col gap-2">
      {risks.map(({ id, description, severity, mitigation }) => (
        <li key={id} className="flex items-start gap-2 text-xs">
          <ShieldAlert aria-hidden className="mt-px size-3.5 shrink-0 text-muted" />
          <div className="min-w-0 flex-1">
            <p className="break-words text-fg">
              <Words>{description}</Words> <Badge tone={TONES[severity]}>{t(`plans.risk.${severity}`)}</Badge>
            </p>
            {mitigation && (
              <p className="break-words text-muted">
                <Words>{mitigation}</Words>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
