import { Plus } from "lucide-react";

import type { SchoolEventoNoDia } from "@/api";
import { useI18n } from "@/i18n";
import { classes } from "@/ui";
import { longDayOf } from "../days";
import { EventChip, LOOKS } from "./EventChip";
import { keyOf } from "./month";
import type { Moving } from "./useMoving";

const SHOWN = 3;

/** How many of a day’s events have room: the last line tells of the others. */
const shownOf = (count: number): number => (count > SHOWN ? SHOWN - 1 : count);

interface MonthGridProps {
  readonly weeks: readonly (readonly string[])[];
  /** `2026-11`: days of other months stand back. */
  readonly month: string;
  readonly today: string;
  readonly chosen: string;
  readonly days: ReadonlyMap<string, readonly SchoolEventoNoDia[]>;
  readonly moving: Moving;
  readonly onOpen: (event: SchoolEventoNoDia) => void;
  readonly onAdd: (day: string) => void;
  readonly onChoose: (day: string) => void;
}

/** A month in weeks. Where there is little room, dots tell of what is on, and the chosen day is told below. */
export function MonthGrid({ weeks, month, today, chosen, days, moving, onOpen, onAdd, onChoose }: MonthGridProps) {
  const { t, format, locale } = useI18n();
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-sm">
      <thead>
        <tr>
          {[0, 1, 2, 3, 4, 5, 6].map((day) => (
            <th key={day} scope="col" className="pb-1.5 text-2xs font-medium text-muted">
              <abbr title={format.weekday(day)} className="no-underline">
                {format.weekday(day, "short")}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[&_td]:border-r [&_td]:border-b [&_td]:border-line [&_tr:first-child_td]:border-t [&_td:first-child]:border-l">
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const events = days.get(day) ?? [];
              const words = longDayOf(day, locale);
              return (
                <td
                  key={day}
                  data-day={day}
                  {...moving.day(day)}
                  className={classes("group/day h-14 align-top sm:h-[110px]", day.startsWith(month) ? "bg-raised" : "bg-canvas", moving.over === day && "bg-accent-soft")}
                >
                  <div className="flex h-full flex-col gap-0.5 p-1">
                    <div className="flex items-center justify-between">
                      <button
                        type="button"
                        aria-label={t("school.calendar.day", { day: words, count: events.length })}
                        aria-current={day === today ? "date" : undefined}
                        aria-pressed={day === chosen}
                        onClick={() => onChoose(day)}
                        className={classes(
                          "inline-flex size-6 items-center justify-center rounded-full text-xs tabular-nums hover:bg-hover",
                          day === today ? "bg-accent font-semibold text-on-accent hover:bg-accent-hover" : day.startsWith(month) ? "text-fg" : "text-muted",
                          day === chosen && day !== today && "bg-active",
                        )}
                      >
                        {Number(day.slice(8))}
                      </button>
                      <button
                        type="button"
                        aria-label={t("school.calendar.add", { day: words })}
                        title={t("school.make.evento")}
                        onClick={() => onAdd(day)}
                        className="inline-flex size-5 items-center justify-center rounded-sm text-muted opacity-0 group-hover/day:opacity-100 hover:bg-hover focus-visible:opacity-100 max-sm:hidden"
                      >
                        <Plus aria-hidden className="size-3.5" />
                      </button>
                    </div>
                    <div className="flex flex-col gap-0.5 max-sm:hidden">
                      {events.slice(0, shownOf(events.length)).map((event) => (
                        <EventChip key={keyOf(event)} event={event} moving={moving} onOpen={() => onOpen(event)} />
                      ))}
                      {events.length > SHOWN && (
                        <button type="button" onClick={() => onChoose(day)} className="min-h-6 rounded-sm px-1.5 text-left text-2xs text-muted hover:text-fg">
                          {t("school.calendar.more", { count: events.length - shownOf(events.length) })}
                        </button>
                      )}
                    </div>
                    <div aria-hidden className="flex flex-wrap gap-0.5 px-0.5 sm:hidden">
                      {events.slice(0, 4).map((event) => (
                        <span key={keyOf(event)} className={classes("size-1.5 rounded-full bg-current", LOOKS[event.tipo].tint, "bg-current!")} />
                      ))}
                    </div>
                  </div>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
