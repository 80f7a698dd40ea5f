import { Link } from "wouter";

import type { WorkflowOutcome } from "@/api";
import { useI18n } from "@/i18n";
import { dotOf, wordsOf } from "@/runs";
import { StatusDot } from "@/ui";

/** How the run stands as a whole, and the way to it. */
export function OutcomeLine({ outcome }: { readonly outcome: WorkflowOutcome }) {
  const { t } = useI18n();
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p role="status" className="flex flex-wrap items-center gap-2">
        <StatusDot status={dotOf(outcome.status)} />
        <span className="text-fg">{t(`status.${outcome.status}`)}</span>
        {outcome.exit_code !== null && outcome.status !== "waiting" && <span className="text-muted">{t("conductor.flow.code", { code: String(outcome.exit_code) })}</span>}
        <Link href={`/runs/${outcome.run}`} className="rounded-sm text-accent-text underline-offset-2 hover:underline">
          {t("conductor.flow.show")}
        </Link>
      </p>
      {outcome.error && <p className="text-bad-text">{wordsOf(outcome.error, t)}</p>}
    </div>
  );
}
