import { CalendarClock, Plus } from "lucide-react";
import { useLocation } from "wouter";

import { useSchedules, type Workflow } from "@/api";
import { useT } from "@/i18n";
import { ScheduleRows } from "@/schedules";
import { RowsSkeleton, Trouble } from "@/stage";
import { Button, EmptyState } from "@/ui";

/** When it runs by itself. */
export function SchedulesTab({ workflow }: { readonly workflow: Workflow }) {
  const t = useT();
  const [, go] = useLocation();
  const { data, error, refetch } = useSchedules({ workflow: workflow.id });
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  const button = (
    <Button icon={Plus} onClick={() => go(`/schedules?new&workflow=${workflow.id}`)}>
      {t("scheduled.new")}
    </Button>
  );
  if (data.length === 0) {
    return (
      <EmptyState icon={CalendarClock} title={t("workflows.schedules.empty")} action={button}>
        {t("workflows.schedules.empty.about")}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <div>{button}</div>
      <ScheduleRows views={data} label={t("workflows.tab.schedules")} />
    </div>
  );
}
