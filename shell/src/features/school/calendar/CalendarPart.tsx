import { CalendarPlus, ChevronLeft, ChevronRight, Download } from "lucide-react";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";

import { schoolCalendarUrl, type SchoolEventoNoDia, useSchoolCalendar } from "@/api";
import { useI18n } from "@/i18n";
import { monthOf } from "@/i18n/amounts";
import { RowsSkeleton, Trouble } from "@/stage";
import { Button, IconButton, Segmented, Select } from "@/ui";
import { longDayOf, shortDayOf } from "../days";
import { MakeDialog } from "../edit/MakeDialog";
import { pathTo } from "../paths";
import type { PartProps } from "../routes";
import { EventChip } from "./EventChip";
import { EventDialog } from "./EventDialog";
import { byDay, isDay, keyOf, type Look, turned, weekOf, weeksOf } from "./month";
import { MonthGrid } from "./MonthGrid";
import { useMoving } from "./useMoving";
import { WeekGrid } from "./WeekGrid";

/** What is on: a month or a week; dragged to another day, or moved with Alt and the arrow keys. */
export function CalendarPart({ home }: PartProps) {
  const { t, locale } = useI18n();
  const [, go] = useLocation();
  const said = new URLSearchParams(useSearch());
  const look: Look = said.get("ver") === "semana" ? "semana" : "mes";
  const named = said.get("dia");
  const day = isDay(named) ? named : home.hoje;
  const turma = said.get("turma") ?? "";
  const weeks = look === "mes" ? weeksOf(day) : [weekOf(day)];
  const [from = day, until = day] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)];
  const { data, error, refetch } = useSchoolCalendar(from, until, turma || undefined);
  const moving = useMoving(data?.eventos ?? []);
  const [open, setOpen] = useState<SchoolEventoNoDia | null>(null);
  const [adding, add] = useState<string | null>(null);
  const days = byDay(moving.shown);
  const show = (patch: Readonly<Record<string, string>>) => go(pathTo("calendario", undefined, { dia: day, ver: look, turma, ...patch }));
  const choose = (event: SchoolEventoNoDia) => {
    if (event.tipo === "aula") go(pathTo("aulas", event.evento.id));
    else if (event.tipo === "avaliacao") go(pathTo("avaliacoes", event.evento.id));
    else setOpen(event);
  };
  const title = look === "mes" ? monthOf(day, locale) : `${shortDayOf(from, locale)} – ${shortDayOf(until, locale)}`;
  const chosen = days.get(day) ?? [];
  return (
    <div ref={moving.box} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 aria-live="polite" className="mr-1 text-lg font-semibold text-fg first-letter:uppercase">
          {title}
        </h2>
        <IconButton icon={ChevronLeft} label={t(`school.calendar.before.${look}`)} onClick={() => show({ dia: turned(day, look, -1) })} />
        <IconButton icon={ChevronRight} label={t(`school.calendar.after.${look}`)} onClick={() => show({ dia: turned(day, look, 1) })} />
        <Button size="sm" onClick={() => show({ dia: home.hoje })}>
          {t("school.calendar.today")}
        </Button>
        <span className="flex flex-wrap items-center gap-2 sm:ml-auto">
          <Segmented label={t("school.calendar.look")} value={look} options={(["mes", "semana"] as const).map((value) => ({ value, label: t(`school.calendar.look.${value}`) }))} onChange={(ver) => show({ ver })} />
          <span className="w-36">
            <Select label={t("school.activity.class")} value={turma} options={[{ value: "", label: t("school.classes.all") }, ...home.turmas.map(({ id, nome }) => ({ value: id, label: nome }))]} onChange={(next) => show({ turma: next })} className="w-full" />
          </span>
          <a
            href={schoolCalendarUrl(turma)}
            download
            aria-label={t("school.calendar.export")}
            title={t("school.calendar.export")}
            className="inline-flex size-7 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-fg"
          >
            <Download aria-hidden className="size-4" />
          </a>
          <Button icon={CalendarPlus} tone="primary" onClick={() => add(day)}>
            {t("school.make.evento")}
          </Button>
        </span>
      </div>
      {data === undefined ? (
        error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton count={6} />
      ) : look === "mes" ? (
        <>
          <MonthGrid weeks={weeks} month={day.slice(0, 7)} today={home.hoje} chosen={day} days={days} moving={moving} onOpen={choose} onAdd={add} onChoose={(next) => show({ dia: next })} />
          <section aria-label={longDayOf(day, locale)} className="flex flex-col gap-1.5">
            <h3 className="text-xs font-medium text-muted">{longDayOf(day, locale)}</h3>
            {chosen.length === 0 ? <p className="text-sm text-muted">{t("school.calendar.free")}</p> : chosen.map((event) => <EventChip key={keyOf(event)} roomy event={event} moving={moving} onOpen={() => choose(event)} />)}
          </section>
        </>
      ) : (
        <WeekGrid week={weeks[0] ?? []} today={home.hoje} days={days} moving={moving} onOpen={choose} onAdd={add} />
      )}
      <p className="text-xs text-muted max-sm:hidden">{t("school.calendar.help")}</p>
      {open && <EventDialog event={open} onClose={() => setOpen(null)} />}
      {adding !== null && <MakeDialog kind="evento" known={{ data: adding, turma_id: turma }} onClose={() => add(null)} />}
    </div>
  );
}
