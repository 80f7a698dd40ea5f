import { CalendarClock, Plus } from "lucide-react";
import { useLocation, useSearch } from "wouter";

import { type ScheduleView, useProjects, useSchedules } from "@/api";
import { useT } from "@/i18n";
import { HeartbeatRow, ScheduleRows } from "@/schedules";
import { Page, Rows, RowsSkeleton, Section, Trouble } from "@/stage";
import { useComposer } from "@/state";
import { Button, EmptyState } from "@/ui";
import { Ahead } from "./Ahead";
import { ScheduleDialog } from "./ScheduleDialog";

/** Everything that runs by itself: what is coming, what there is, and the heartbeat of each project. */
export function ScheduleList() {
  const t = useT();
  const [, go] = useLocation();
  const query = new URLSearchParams(useSearch());
  const asked = (name: string) => query.get(name) ?? undefined;
  const { data, error, refetch } = useSchedules();
  const views = data?.filter(({ schedule }) => !schedule.heartbeat);
  return (
    <Page
      wide
      title={t("schedules.title")}
      about={t("schedules.about")}
      aside={
        <Button tone="primary" icon={Plus} onClick={() => go("/schedules?new")}>
          {t("schedules.new")}
        </Button>
      }
    >
      {views === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton />
        )
      ) : (
        <>
          <Listed views={views} />
          <Heartbeats />
        </>
      )}
      {query.has("new") && (
        <ScheduleDialog
          view={null}
          beginning={{ project: asked("project"), workflow: asked("workflow"), conversation: asked("conversation") }}
          onClose={() => go("/schedules", { replace: true })}
        />
      )}
    </Page>
  );
}

function Listed({ views }: { readonly views: readonly ScheduleView[] }) {
  const t = useT();
  const fill = useComposer((composer) => composer.fill);
  if (views.length === 0) {
    return (
      <EmptyState
        icon={CalendarClock}
        title={t("schedules.empty")}
        action={<Button onClick={() => fill(t("schedules.empty.ask"))}>{t("schedules.empty.action")}</Button>}
      >
        {t("schedules.empty.about", { example: t("schedules.empty.ask") })}
      </EmptyState>
    );
  }
  return (
    <>
      <Ahead views={views} />
      <Section title={t("schedules.list")}>
        <ScheduleRows views={views} label={t("schedules.list")} places />
      </Section>
    </>
  );
}

function Heartbeats() {
  const t = useT();
  const { data: projects = [] } = useProjects();
  return (
    <Section title={t("schedules.heartbeat")} about={t("schedules.heartbeat.about")}>
      <Rows label={t("schedules.heartbeat")}>
        {projects.map(({ project }) => (
          <HeartbeatRow key={project.id} project={project} />
        ))}
      </Rows>
    </Section>
  );
}
