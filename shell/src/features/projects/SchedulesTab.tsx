import { CalendarClock, Plus } from "lucide-react";
import { useLocation } from "wouter";

import { type Project, useSchedules } from "@/api";
import { useT } from "@/i18n";
import { HeartbeatRow, ScheduleRows } from "@/schedules";
import { Rows, RowsSkeleton, Section, Trouble } from "@/stage";
import { Button, EmptyState } from "@/ui";

/** What runs by itself in a project, and whether its checklist is looked at. */
export function SchedulesTab({ project }: { readonly project: Project }) {
  const t = useT();
  const [, go] = useLocation();
  const { data, error, refetch } = useSchedules({ project: project.id });
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  const views = data.filter(({ schedule }) => !schedule.heartbeat);
  const button = (
    <Button icon={Plus} onClick={() => go(`/schedules?new&project=${project.id}`)}>
      {t("scheduled.new")}
    </Button>
  );
  return (
    <div className="flex flex-col gap-6">
      {views.length === 0 ? (
        <EmptyState icon={CalendarClock} title={t("projects.schedules.empty")} action={button}>
          {t("projects.schedules.empty.about")}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-3">
          <div>{button}</div>
          <ScheduleRows views={views} label={t("projects.tab.schedules")} />
        </div>
      )}
      <Section title={t("scheduled.heartbeat")} about={t("schedules.heartbeat.about")}>
        <Rows label={t("scheduled.heartbeat")}>
          <HeartbeatRow project={project} />
        </Rows>
      </Section>
    </div>
  );
}
