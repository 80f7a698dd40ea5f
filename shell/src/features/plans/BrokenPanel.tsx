import { FileWarning } from "lucide-react";

import { type Plan, type PlanView, useRestorePlan } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { Button } from "@/ui";

interface BrokenPanelProps {
  readonly plan: Plan;
  readonly broken: NonNullable<PlanView["broken"]>;
}

/** The plan's file cannot be read: where it breaks, that nobody touches it, and the way back to the last good version. */
export function BrokenPanel({ plan, broken }: BrokenPanelProps) {
  const t = useT();
  const restore = useRestorePlan(plan.id);
  return (
    <section role="alert" className="flex flex-wrap items-start gap-3 rounded-lg border border-line-strong bg-bad-soft p-4 text-sm">
      <FileWarning aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-medium text-fg">
          {broken.line == null ? t("plans.broken") : t("plans.broken.at", { line: broken.line, column: broken.column ?? 1 })}
        </p>
        <p className="mt-0.5 font-mono text-xs break-words text-fg">{broken.message}</p>
        <p className="mt-1 text-fg">{t("plans.broken.about", { version: plan.version })}</p>
      </div>
      <Button busy={restore.isPending} onClick={() => restore.mutate(plan.version, { onError: (error) => tellTrouble(error, t) })}>
        {t("plans.restore", { version: plan.version })}
      </Button>
    </section>
  );
}
