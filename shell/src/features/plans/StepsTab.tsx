import type { PlanView } from "@/api";
import { useT } from "@/i18n";
import { CardFacts } from "@/plans/CardFacts";
import { Findings } from "@/plans/Findings";
import { PlanOffers } from "@/plans/PlanOffers";
import { PlanState } from "@/plans/PlanState";
import { QuestionCard } from "@/plans/QuestionCard";
import { ReportGlance } from "@/plans/ReportGlance";
import { isEditable, isOpen, isOver } from "@/plans/standing";
import { Card } from "@/ui";
import { About } from "./About";
import { StepEditor } from "./StepEditor";
import { Suggestion } from "./Suggestion";
import type { Editor } from "./useEditor";

/** The plan to read and change, and beside it what it would do, what is still said against it, and the choice. */
export function StepsTab({ view, editor }: { readonly view: PlanView; readonly editor: Editor }) {
  const t = useT();
  const { plan, card } = view;
  const asked = plan.clarifications.find(({ status }) => status === "open");
  const editable = isEditable(plan) && view.broken === null;
  const known = new Set(plan.steps.map(({ id }) => id));
  const general = card.findings.filter(({ step_id }) => step_id === null || !known.has(step_id));
  return (
    <div className="@container">
      <div className="grid items-start gap-6 @[760px]:grid-cols-[minmax(0,1fr)_288px]">
        <div className="flex min-w-0 flex-col gap-6">
          {asked && <QuestionCard key={asked.id} view={view} question={asked} />}
          <StepEditor view={view} editor={editor} editable={editable} />
          <About plan={plan} editor={editor} editable={editable} />
        </div>
        <aside aria-label={t("plans.aside")} className="flex min-w-0 flex-col gap-4 @max-[760px]:order-first">
          <Card className="flex flex-col gap-3 p-4">
            <h3 className="text-sm font-semibold">{view.broken === null ? t(`plans.head.${plan.status}`) : t("plans.aside")}</h3>
            <CardFacts card={card} />
            <Findings findings={general} label={t("plans.findings.whole")} plan={editable ? plan.id : undefined} />
            {card.open_criticals > 0 && <p className="text-xs text-muted">{t("plans.criticals", { count: card.open_criticals })}</p>}
            {view.broken === null && <PlanOffers view={view} here />}
            {view.broken === null && <PlanState view={view} />}
          </Card>
          {isOver(plan) && plan.run && <ReportGlance run={plan.run.run_id} />}
          {isOpen(plan) && view.broken === null && <Suggestion plan={plan} />}
        </aside>
      </div>
    </div>
  );
}
