import { ArrowLeft, FileQuestion, FolderTree, MessageSquarePlus } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { Link, useLocation } from "wouter";

import { isProblem, type Project, useProject, useProjects, useSchedules } from "@/api";
import { projectNameOf, useT } from "@/i18n";
import { ProjectKnowledge } from "@/knowledge";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { useComposer } from "@/state";
import { Button, EmptyState, Tabs } from "@/ui";
import { ArtifactsTab } from "./ArtifactsTab";
import { ConversationsTab } from "./ConversationsTab";
import { DocumentsTab } from "./DocumentsTab";
import { MemoryTab } from "./MemoryTab";
import { SchedulesTab } from "./SchedulesTab";
import { SettingsTab } from "./SettingsTab";
import { useChatHere } from "./useChatHere";

const TABS = ["conversations", "documents", "knowledge", "artifacts", "memory", "schedules", "settings"] as const;
type TabName = (typeof TABS)[number];

interface ProjectPageProps {
  readonly id: string;
  readonly tab: string | undefined;
}

/** One project: what was talked about, made and remembered in it, what runs by itself, and what agents should know. */
export function ProjectPage({ id, tab }: ProjectPageProps) {
  const t = useT();
  const { data: project, error, refetch } = useProject(id);
  const back = (
    <Link href="/projects" className="inline-flex items-center gap-1.5 text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("projects.back")}
    </Link>
  );
  if (project === undefined) {
    return (
      <Page wide title={t("projects.title")} above={back}>
        {isProblem(error, "not_found") ? (
          <EmptyState icon={FileQuestion} title={t("projects.missing")} />
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton />
        )}
      </Page>
    );
  }
  return <Open project={project} tab={TABS.find((each) => each === tab) ?? "conversations"} back={back} />;
}

interface OpenProps {
  readonly project: Project;
  readonly tab: TabName;
  readonly back: ReactNode;
}

function Open({ project, tab, back }: OpenProps) {
  const t = useT();
  const [, navigate] = useLocation();
  const { data: all } = useProjects();
  const counts = all?.find((each) => each.project.id === project.id);
  const { data: schedules } = useSchedules({ project: project.id });
  useChatHere(project.id);
  const begin = (
    <span className="flex flex-wrap gap-2">
      <Button icon={FolderTree} onClick={() => navigate(`/files/${project.id}`)}>
        {t("files.title")}
      </Button>
      <Button
        tone="primary"
        icon={MessageSquarePlus}
        onClick={() => useComposer.getState().begin({ project: project.id, agent: project.agent ?? undefined })}
      >
        {t("projects.begin")}
      </Button>
    </span>
  );
  return (
    <Page wide title={projectNameOf(project, t)} about={project.description || undefined} above={back} aside={begin}>
      <Tabs
        label={t("projects.tabs")}
        value={tab}
        tabs={[
          { value: "conversations", label: t("projects.tab.conversations"), count: counts?.conversations },
          { value: "documents", label: t("projects.tab.documents") },
          { value: "knowledge", label: t("projects.tab.knowledge") },
          { value: "artifacts", label: t("projects.tab.artifacts"), count: counts?.artifacts },
          { value: "memory", label: t("projects.tab.memory"), count: counts?.memories },
          { value: "schedules", label: t("projects.tab.schedules"), count: schedules?.length },
          { value: "settings", label: t("projects.tab.settings") },
        ]}
        onChange={(next) => navigate(next === "conversations" ? `/projects/${project.id}` : `/projects/${project.id}/${next}`, { replace: true })}
        className="flex flex-1 flex-col items-start gap-5 [&>[role=tabpanel]]:w-full [&>[role=tabpanel]]:flex-1 [&>[role=tablist]]:max-w-full [&>[role=tablist]]:overflow-x-auto"
      >
        <h2 className="sr-only">{t(`projects.tab.${tab}`)}</h2>
        {tab === "conversations" && <ConversationsTab project={project} />}
        {tab === "documents" && <DocumentsTab project={project} />}
        {tab === "knowledge" && (
          <Suspense fallback={<RowsSkeleton />}>
            <ProjectKnowledge project={project.id} />
          </Suspense>
        )}
        {tab === "artifacts" && <ArtifactsTab project={project} />}
        {tab === "memory" && <MemoryTab project={project} />}
        {tab === "schedules" && <SchedulesTab project={project} />}
        {tab === "settings" && <SettingsTab project={project} />}
      </Tabs>
    </Page>
  );
}
