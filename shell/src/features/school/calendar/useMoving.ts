import { type DragEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

import type { SchoolEventoNoDia } from "@/api";
import { useAct } from "@/apps";
import { useI18n } from "@/i18n";
import { announce } from "@/state";
import { longDayOf } from "../days";
import { addDays, daysBetween, onDay, stepOf } from "./month";

export interface Moving {
  /** Holds the days: the focus is looked for in it. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** The events as they are shown: those on their way where they go. */
  readonly shown: readonly SchoolEventoNoDia[];
  /** The day something is held over. */
  readonly over: string | null;
  readonly chip: (event: SchoolEventoNoDia) => { readonly draggable: true; readonly onDragStart: (drag: DragEvent) => void; readonly onDragEnd: () => void; readonly onKeyDown: (press: KeyboardEvent) => void };
  readonly day: (day: string) => { readonly onDragOver: (drag: DragEvent) => void; readonly onDragLeave: () => void; readonly onDrop: (drag: DragEvent) => void };
}

/** Which action moves what, and how it names it. */
const MOVES = {
  evento: ["school.editar_evento", "evento_id"],
  aula: ["school.editar_aula", "aula_id"],
  avaliacao: ["school.editar_avaliacao", "avaliacao_id"],
} as const;

/** Moving what is on to another day: dragged there, or with Alt and the arrow keys. Seen at once, with the way back. */
export function useMoving(events: readonly SchoolEventoNoDia[]): Moving {
  const { t, locale } = useI18n();
  const act = useAct("school");
  const box = useRef<HTMLDivElement>(null);
  const held = useRef<SchoolEventoNoDia | null>(null);
  const follow = useRef<string | null>(null);
  const [over, hold] = useState<string | null>(null);
  // The day each event is on its way to, by its id: whatever the server tells in between, it is shown there.
  const [coming, setComing] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const found = follow.current === null ? null : box.current?.querySelector<HTMLElement>(`[data-event="${CSS.escape(follow.current)}"]`);
    if (found == null) return;
    found.focus();
    follow.current = null;
  });
  const move = (event: SchoolEventoNoDia, to: string) => {
    if (to === event.dia) return;
    const { aula_id, id: own, repeticao } = event.evento;
    // A lesson takes its place in the calendar along.
    const lesson = event.tipo === "evento" && repeticao === "none" ? aula_id : null;
    const [name, id] = MOVES[lesson ? "aula" : event.tipo];
    // One showing of a repeated event moves all of them by as many days.
    const data = addDays(event.evento.data, daysBetween(event.dia, to));
    const said = t("school.calendar.moved", { title: event.evento.titulo, day: longDayOf(to, locale) });
    setComing((before) => new Map(before).set(own, data));
    announce(said);
    void act(name, { [id]: lesson ?? own, data }, said).finally(() =>
      setComing((before) => {
        if (before.get(own) !== data) return before;
        const after = new Map(before);
        after.delete(own);
        return after;
      }),
    );
  };
  return {
    box,
    over,
    shown: events.map((event) => onDay(event, coming.get(event.evento.id))),
    chip: (event) => ({
      draggable: true,
      onDragStart: (drag) => {
        drag.dataTransfer.effectAllowed = "move";
        drag.dataTransfer.setData("text/plain", event.evento.titulo);
        held.current = event;
      },
      onDragEnd: () => {
        held.current = null;
        hold(null);
      },
      onKeyDown: (press) => {
        const step = press.altKey ? stepOf(press.key) : undefined;
        if (step === undefined) return;
        press.preventDefault();
        press.stopPropagation();
        const to = addDays(event.dia, step);
        follow.current = `${event.evento.id} ${to}`;
        move(event, to);
      },
    }),
    day: (day) => ({
      onDragOver: (drag) => {
        if (held.current === null) return;
        drag.preventDefault();
        hold(day);
      },
      onDragLeave: () => hold((before) => (before === day ? null : before)),
      onDrop: (drag) => {
        if (held.current === null) return;
        drag.preventDefault();
        move(held.current, day);
        held.current = null;
        hold(null);
      },
    }),
  };
}
