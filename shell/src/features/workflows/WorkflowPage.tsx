import { FileQuestion, Play } from "lucide-react";
import { useLocation, useSearch } from "wouter";

import { isProblem, useSchedules, useWorkflow, type WorkflowView } from "@/api";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { useOwnAgent } from "@/state";
import { Button, EmptyState, Tabs } from "@/ui";
import { BackToWorkflows } from "./BackToWorkflows";
import { CanvasTab } from "./canvas/CanvasTab";
import { LayoutChoice } from "./canvas/LayoutChoice";
import { DocumentTab } from "./DocumentTab";
import { RunDialog } from "./RunDialog";
import { RunsTab } from "./RunsTab";
import { SchedulesTab } from "./SchedulesTab";
import { StepsTab } from "./StepsTab";
import { WorkflowMenu } from "./WorkflowMenu";

const TABS = ["steps", "canvas", "document", "runs", "schedules"] as const;
type TabName = (typeof TABS)[number];

interface WorkflowPageProps {
  readonly id: string;
  readonly tab: string | undefined;
}

/** One workflow: what it does, its text, how its runs went, and when it runs by itself. */
export function WorkflowPage({ id, tab }: WorkflowPageProps) {
  const t = useT();
  const { data: workflow, error, refetch } = useWorkflow(id);
  const gone = isProblem(error, "not_found");
  if (workflow !== undefined && !gone) {
    return <Open workflow={workflow} tab={TABS.find((each) => each === tab) ?? "steps"} refetch={() => void refetch()} />;
  }
  return (
    <Page wide title={t("workflows.title")} above={<BackToWorkflows />}>
      {gone ? (
        <EmptyState icon={FileQuestion} title={t("workflows.missing")} />
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton />
      )}
    </Page>
  );
}

interface OpenProps {
  readonly workflow: WorkflowView;
  readonly tab: TabName;
  readonly refetch: () => void;
}

function Open({ workflow, tab, refetch }: OpenProps) {
  const t = useT();
  const [path, go] = useLocation();
  const asking = new URLSearchParams(useSearch()).has("run");
  // What is said in the chat beside it is about this workflow.
  useOwnAgent("assistant", [t("workflows.suggest.review"), t("workflows.suggest.explain")], `workflow:${workflow.id}`);
  const { data: schedules } = useSchedules({ workflow: workflow.id });
  return (
    <Page
      wide
      whole={tab === "canvas"}
      title={workflow.title}
      about={tab === "canvas" ? undefined : workflow.description || undefined}
      above={tab === "canvas" ? undefined : <BackToWorkflows />}
      aside={
        <div className="flex items-center gap-2">
          {tab !== "canvas" && (
            <Button tone="primary" icon={Play} onClick={() => go(`${path}?run`)}>
              {t("workflows.run")}
            </Button>
          )}
          {tab === "canvas" && <LayoutChoice />}
          <WorkflowMenu workflow={workflow} />
        </div>
      }
    >
      <Tabs
        label={t("workflows.tabs")}
        value={tab}
        tabs={[
          { value: "steps", label: t("workflows.tab.steps") },
          { value: "canvas", label: t("workflows.tab.canvas") },
          { value: "document", label: t("workflows.tab.document") },
          { value: "runs", label: t("workflows.tab.runs") },
          { value: "schedules", label: t("workflows.tab.schedules"), count: schedules?.length },
        ]}
        onChange={(next) => go(next === "steps" ? `/workflows/${workflow.id}` : `/workflows/${workflow.id}/${next}`, { replace: true })}
        className="flex min-h-0 flex-1 flex-col items-start gap-5 [&>[role=tabpanel]]:flex [&>[role=tabpanel]]:min-h-0 [&>[role=tabpanel]]:w-full [&>[role=tabpanel]]:flex-1 [&>[role=tabpanel]]:flex-col [&>[role=tablist]]:max-w-full [&>[role=tablist]]:overflow-x-auto"
      >
        <h2 className="sr-only">{t(`workflows.tab.${tab}`)}</h2>
        {tab === "steps" && <StepsTab workflow={workflow} />}
        {tab === "canvas" && <CanvasTab workflow={workflow} refetch={refetch} />}
        {tab === "document" && <DocumentTab workflow={workflow} refetch={refetch} />}
        {tab === "runs" && <RunsTab workflow={workflow} />}
        {tab === "schedules" && <SchedulesTab workflow={workflow} />}
      </Tabs>
      {asking && <RunDialog workflow={workflow} onClose={() => go(path, { replace: true })} />}
    </Page>
  );
}
