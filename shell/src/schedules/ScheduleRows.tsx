import { type ScheduleView, useProjects } from "@/api";
import { projectNameOf, useT } from "@/i18n";
import { Card } from "@/ui";
import { ScheduleRow } from "./ScheduleRow";
import { inOrder } from "./standing";

interface ScheduleRowsProps {
  readonly views: readonly ScheduleView[];
  readonly label: string;
  /** Say which project each belongs to. */
  readonly places?: boolean;
}

/** Schedules on one sheet, the next one due first. */
export function ScheduleRows({ views, label, places }: ScheduleRowsProps) {
  const t = useT();
  const { data: projects = [] } = useProjects();
  const placeOf = (id: string) => {
    const found = projects.find(({ project }) => project.id === id);
    return found && projectNameOf(found.project, t);
  };
  return (
    <Card className="@container overflow-hidden">
      <ul aria-label={label} className="divide-y divide-line">
        {inOrder(views).map((view) => (
          <ScheduleRow
            key={view.schedule.id}
            view={view}
            place={places ? placeOf(view.schedule.project) : undefined}
          />
        ))}
      </ul>
    </Card>
  );
}
