import { Plus } from "lucide-react";

import type { SchoolEventoNoDia } from "@/api";
import { useI18n } from "@/i18n";
import { classes, IconButton } from "@/ui";
import { longDayOf, weekDayOf } from "../days";
import { EventChip } from "./EventChip";
import { keyOf } from "./month";
import type { Moving } from "./useMoving";

interface WeekGridProps {
  readonly week: readonly string[];
  readonly today: string;
  readonly days: ReadonlyMap<string, readonly SchoolEventoNoDia[]>;
  readonly moving: Moving;
  readonly onOpen: (event: SchoolEventoNoDia) => void;
  readonly onAdd: (day: string) => void;
}

/** A week, day beside day; where there is little room, one under the other. */
export function WeekGrid({ week, today, days, moving, onOpen, onAdd }: WeekGridProps) {
  const { t, locale } = useI18n();
  return (
    <ol aria-label={t("school.calendar.week")} className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-7">
      {week.map((day) => {
        const events = days.get(day) ?? [];
        return (
          <li
            key={day}
            data-day={day}
            aria-label={t("school.calendar.day", { day: longDayOf(day, locale), count: events.length })}
            {...moving.day(day)}
            className={classes("flex min-w-0 flex-col gap-1.5 bg-raised p-2 sm:min-h-72", moving.over === day && "bg-accent-soft!")}
          >
            <div className="flex items-center justify-between gap-1">
              <span aria-current={day === today ? "date" : undefined} className={classes("truncate text-xs", day === today ? "font-semibold text-accent-text" : "text-muted")}>
                {weekDayOf(day, locale)}
              </span>
              <IconButton size="sm" icon={Plus} label={t("school.calendar.add", { day: longDayOf(day, locale) })} onClick={() => onAdd(day)} />
            </div>
            {events.map((event) => (
              <EventChip key={keyOf(event)} roomy event={event} moving={moving} onOpen={() => onOpen(event)} />
            ))}
          </li>
        );
      })}
    </ol>
  );
}
