import { CalendarDays } from "lucide-react";
import { Link } from "wouter";

import type { SchoolEventoCalendario, SchoolTurmaResumo } from "@/api";
import { useI18n } from "@/i18n";
import { Section } from "@/stage";
import { Card } from "@/ui";
import { weekDayOf } from "../days";
import { pathTo } from "../paths";
import { byDay } from "./week";

interface AgendaProps {
  readonly events: readonly SchoolEventoCalendario[];
  readonly today: string;
  readonly classes: readonly SchoolTurmaResumo[];
}

/** Today and the six days after it. */
export function Agenda({ events, today, classes }: AgendaProps) {
  const { t, locale } = useI18n();
  const days = byDay(events);
  const open = (
    <Link href={pathTo("calendario")} className="rounded-sm font-medium text-accent-text underline-offset-2 hover:underline">
      {t("school.week.open")}
    </Link>
  );
  return (
    <Section title={t("school.week")} aside={open}>
      {days.length === 0 ? (
        <Card className="flex items-center gap-3 px-4 py-3.5 text-sm text-muted">
          <CalendarDays aria-hidden className="size-4 shrink-0" />
          {t("school.week.none")}
        </Card>
      ) : (
        <Card className="divide-y divide-line">
          {days.map(({ day, events: own }) => (
            <div key={day} className="grid grid-cols-[84px_minmax(0,1fr)] gap-3 px-4 py-2.5 text-sm">
              <h3 className={day === today ? "font-medium text-accent-text" : "text-muted"}>{day === today ? t("school.today") : weekDayOf(day, locale)}</h3>
              <ul className="flex flex-col gap-1.5">
                {own.map((event) => (
                  <li key={event.id} className="min-w-0">
                    <p className="text-pretty text-fg">{event.titulo}</p>
                    <p className="text-xs text-muted tabular-nums">
                      {[event.dia_todo || !event.hora_inicio ? "" : [event.hora_inicio, event.hora_fim].filter(Boolean).join("–"), classes.find(({ id }) => id === event.turma_id)?.nome ?? ""].filter(Boolean).join(" · ")}
                    </p>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </Card>
      )}
    </Section>
  );
}
