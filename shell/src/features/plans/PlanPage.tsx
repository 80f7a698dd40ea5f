import { ArrowLeft, FileQuestion } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link, useLocation } from "wouter";

import { isProblem, type PlanView, usePlan } from "@/api";
import { useT } from "@/i18n";
import { readable } from "@/plans/editing";
import { RunContext } from "@/plans/RunContext";
import { Page, RowsSkeleton, Trouble, TwoVersions } from "@/stage";
import { EmptyState, Skeleton, Tabs } from "@/ui";
import { BrokenPanel } from "./BrokenPanel";
import { pathWords } from "./paths";
import { PlanCommands } from "./PlanCommands";
import { PlanFacts } from "./PlanFacts";
import { SourcePanel } from "./SourcePanel";
import { StepsTab } from "./StepsTab";
import { useEditor } from "./useEditor";
import { VersionsTab } from "./VersionsTab";

const PlanCanvas = lazy(() => import("./canvas/PlanCanvas").then((module) => ({ default: module.PlanCanvas })));

const TABS = ["steps", "canvas", "versions", "context"] as const;
type TabName = (typeof TABS)[number];

/** One plan: its steps to read and change, what the critic says, the choice, its versions, and what its run has in mind. */
export function PlanPage({ id, tab }: { readonly id: string; readonly tab: string | undefined }) {
  const t = useT();
  const { data: view, error, refetch } = usePlan(id);
  const gone = isProblem(error, "not_found");
  if (view !== undefined && !gone) return <Open view={view} tab={TABS.find((each) => each === tab) ?? "steps"} />;
  return (
    <Page wide title={t("plans.title")} above={<Back />}>
      {gone ? (
        <EmptyState icon={FileQuestion} title={t("plans.missing")} />
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton />
      )}
    </Page>
  );
}

function Open({ view, tab }: { readonly view: PlanView; readonly tab: TabName }) {
  const t = useT();
  const [, go] = useLocation();
  const { plan } = view;
  const editor = useEditor(plan);
  return (
    <Page wide title={plan.title} above={<Back />} aside={<PlanCommands view={view} />}>
      <div className="-mt-4 flex flex-col gap-4">
        <PlanFacts view={view} />
        {view.broken && <BrokenPanel plan={plan} broken={view.broken} />}
        {editor.clash && (
          <TwoVersions
            title={t("plans.clash", { place: pathWords(editor.clash.path, t) })}
            about={t("plans.clash.about")}
            pairs={[{ mine: readable(editor.clash.mine), theirs: readable(editor.clash.theirs) }]}
            onKeep={() => editor.settle(true)}
            onTake={() => editor.settle(false)}
          />
        )}
        {view.warnings.length > 0 && <Warnings warnings={view.warnings} />}
        {view.source && <SourcePanel source={view.source} />}
      </div>
      <Tabs
        label={t("plans.tabs")}
        value={tab}
        tabs={[
          { value: "steps", label: t("plans.tab.steps"), count: plan.steps.length },
          { value: "canvas", label: t("plans.tab.canvas") },
          { value: "versions", label: t("plans.tab.versions") },
          ...(plan.run ? [{ value: "context" as const, label: t("plans.tab.context") }] : []),
        ]}
        onChange={(next) => go(next === "steps" ? `/plans/${plan.id}` : `/plans/${plan.id}/${next}`, { replace: true })}
        className="flex flex-1 flex-col items-start gap-5 [&>[role=tabpanel]]:w-full"
      >
        <h2 className="sr-only">{t(`plans.tab.${tab}`)}</h2>
        {tab === "steps" && <StepsTab view={view} editor={editor} />}
        {tab === "canvas" && (
          <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
            <PlanCanvas view={view} />
          </Suspense>
        )}
        {tab === "versions" && <VersionsTab plan={plan} />}
        {tab === "context" && plan.run && <RunContext run={plan.run.run_id} />}
      </Tabs>
    </Page>
  );
}

function Back() {
  const t = useT();
  return (
    <Link href="/plans" className="inline-flex items-center gap-1.5 rounded-sm text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("plans.back")}
    </Link>
  );
}

/** What was repaired when the plan was read. */
function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  const t = useT();
  return (
    <section aria-label={t("plans.warnings")} className="rounded-lg border border-line bg-raised px-4 py-3 text-sm">
      <p className="font-medium">{t("plans.warnings")}</p>
      <ul className="mt-1 list-disc pl-5 text-muted">
        {warnings.map((warning) => (
          <li key={warning} className="break-words">
            {warning}
          </li>
        ))}
      </ul>
    </section>
  );
}
