import { ArrowUpRight, GitCompareArrows, ClipboardList } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "wouter";

import { isProblem, type PlanView, usePlan } from "@/api";
import { useT } from "@/i18n";
import { Fold, Trouble } from "@/stage";
import { Button, Skeleton, StatusDot, Tooltip, UnseenContext, useUnseenParts } from "@/ui";
import { CardContext } from "./CardContext";
import { CardFacts } from "./CardFacts";
import { CardSteps } from "./CardSteps";
import { Findings } from "./Findings";
import { PlanOffers } from "./PlanOffers";
import { PlanState } from "./PlanState";
import { QuestionCard } from "./QuestionCard";
import { ReportGlance } from "./ReportGlance";
import { Risks } from "./Risks";
import { isOver, planDotOf } from "./standing";
import { useSeen } from "./useSeen";
import { useStepsNow } from "./useStepsNow";
import { Words } from "./Words";

export interface ChatPlanProps {
  readonly id: string;
  /** Whether a later message shows it, too: then this one only names it. */
  readonly earlier?: boolean;
  /** Whether its report is told beside it: then only the way there is shown. */
  readonly reported?: boolean;
  /** What its run waits with. */
  readonly children?: ReactNode;
}

/** A plan in the talk: what would be done, the choice, then how it goes, then what came of it. */
export function ChatPlan({ id, earlier = false, reported = false, children }: ChatPlanProps) {
  const t = useT();
  const { data: view, error, refetch } = usePlan(id);
  if (view === undefined) {
    if (isProblem(error, "not_found")) return <p className="text-sm text-muted">{t("plans.missing")}</p>;
    return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-48 w-full rounded-lg" />;
  }
  if (earlier) {
    return (
      <Link href={`/plans/${id}`} className="inline-flex w-fit max-w-full items-center gap-2 rounded-md border border-line px-2.5 py-1 text-xs text-muted hover:border-line-strong hover:text-fg">
        <ClipboardList aria-hidden className="size-3.5 shrink-0" />
        <span className="truncate">{t("plans.earlier", { title: view.plan.title })}</span>
      </Link>
    );
  }
  return (
    <Sheet view={view} reported={reported}>
      {children}
    </Sheet>
  );
}

interface SheetProps {
  readonly view: PlanView;
  readonly reported: boolean;
  readonly children: ReactNode;
}

function Sheet({ view, reported, children }: SheetProps) {
  const t = useT();
  const id = useId();
  const { plan, card } = view;
  const unseen = useUnseenParts();
  const now = useStepsNow(plan);
  const seen = useSeen(card, plan.status === "ready");
  const asked = plan.clarifications.find(({ status }) => status === "open");
  const decided = plan.status === "executing" || isOver(plan);
  const held = seen.before !== null && plan.status === "ready";
  const body = (
    <>
      <CardSteps card={card} now={now} app={plan.app} />
      {!decided && (
        <div className="flex flex-col gap-3 px-3.5 py-3">
          <CardFacts card={card} />
          <Risks risks={card.risks} />
          <Findings findings={card.findings} label={t("plans.findings")} plan={plan.status === "reviewing" ? plan.id : undefined} />
        </div>
      )}
    </>
  );
  return (
    <UnseenContext value={unseen}>
      <section aria-labelledby={id} data-plan={plan.id} className="@container flex animate-rise flex-col rounded-lg border border-line-strong bg-raised shadow-raised">
        <header className="flex items-start gap-2.5 px-3.5 pt-3 pb-2.5">
          <StatusDot status={planDotOf(plan.status)} className="mt-[5px]" />
          <div className="min-w-0 flex-1">
            <h3 id={id} className="text-sm font-semibold break-words">
              {t(`plans.head.${plan.status}`)}
            </h3>
            <p className="mt-0.5 text-sm break-words text-muted">
              <span className="font-medium text-fg">{t("plans.objective")}</span> <Words>{card.objective || plan.title}</Words>
            </p>
          </div>
          {decided && <span className="shrink-0 text-xs leading-5 text-muted tabular-nums">{`${now.done}/${plan.steps.length}`}</span>}
          <Tooltip label={t("plans.open")}>
            <Link
              href={`/plans/${plan.id}`}
              aria-label={t("plans.open")}
              className="-mt-0.5 -mr-1.5 inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-fg"
            >
              <ArrowUpRight aria-hidden className="size-3.5" />
            </Link>
          </Tooltip>
        </header>
        {asked && <QuestionCard key={asked.id} view={view} question={asked} plain />}
        {asked ? (
          <div className="border-t border-line px-3.5 py-2">
            <Fold title={t("plans.sofar", { count: plan.steps.length })}>
              <div className="-mx-3.5 -mb-2">{body}</div>
            </Fold>
          </div>
        ) : (
          body
        )}
        {children && <div className="flex flex-col gap-2.5 px-2 pt-2.5">{children}</div>}
        {decided && plan.run && <CardContext run={plan.run.run_id} live={plan.status === "executing"} />}
        {isOver(plan) && plan.run && (
          <div className="px-3.5 pt-3 pb-3">
            <ReportGlance run={plan.run.run_id} brief={reported} />
          </div>
        )}
        {held && <Changed plan={plan.id} from={seen.before ?? 1} to={card.version} onLook={seen.look} />}
        <footer className="flex flex-col gap-2.5 px-3.5 py-2.5 empty:hidden">
          <PlanOffers view={view} />
          <PlanState view={view} held={held} />
        </footer>
      </section>
    </UnseenContext>
  );
}

interface ChangedProps {
  readonly plan: string;
  readonly from: number;
  readonly to: number;
  readonly onLook: () => void;
}

/** It is not what was read a moment ago: nothing is approved before that was seen. */
function Changed({ plan, from, to, onLook }: ChangedProps) {
  const t = useT();
  return (
    <div role="alert" className="mx-3.5 flex flex-wrap items-center gap-2 rounded-md bg-warn-soft px-3 py-2 text-xs text-warn-text">
      <GitCompareArrows aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 flex-[1_1_10rem]">{t("plans.changed", { from, to })}</span>
      <Link href={`/plans/${plan}/versions?from=${from}&to=${to}`} className="rounded-sm underline underline-offset-2">
        {t("plans.changed.show")}
      </Link>
      <Button size="sm" onClick={onLook}>
        {t("plans.changed.seen")}
      </Button>
    </div>
  );
}
