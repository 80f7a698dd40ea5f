import type { PlanSummary } from "@/api";
import { useT } from "@/i18n";
import { planDotOf } from "@/plans/standing";
import { RelativeTime, Row, StatusDot } from "@/ui";

/** A plan as one line: how it stands, what it is, what it still asks or how far it is. Leads to its page. */
export function PlanRow({ plan, project }: { readonly plan: PlanSummary; readonly project: string }) {
  const t = useT();
  const far = plan.run === null ? t("words.steps", { count: plan.steps }) : t("steps.progress", { done: plan.done, count: plan.steps });
  return (
    <Row
      href={`/plans/${plan.id}`}
      leading={<StatusDot status={planDotOf(plan.status)} label={t(`plans.status.${plan.status}`)} />}
      title={plan.title}
      detail={plan.question ?? `${far} · ${project}`}
      trailing={
        <>
          <span className="max-sm:hidden">{t(`plans.status.${plan.status}`)}</span>
          <RelativeTime iso={plan.updated_at} />
        </>
      }
    />
  );
}
