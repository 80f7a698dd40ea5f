import { BookOpen, CalendarDays, ClipboardCheck, type LucideIcon, Repeat } from "lucide-react";

import type { SchoolEventoNoDia } from "@/api";
import { useI18n } from "@/i18n";
import { classes, TINT_CLASSES } from "@/ui";
import { keyOf } from "./month";
import type { Moving } from "./useMoving";

export const LOOKS = {
  evento: { icon: CalendarDays, tint: TINT_CLASSES.indigo },
  aula: { icon: BookOpen, tint: TINT_CLASSES.teal },
  avaliacao: { icon: ClipboardCheck, tint: TINT_CLASSES.amber },
} as const satisfies Readonly<Record<SchoolEventoNoDia["tipo"], { readonly icon: LucideIcon; readonly tint: string }>>;

interface EventChipProps {
  readonly event: SchoolEventoNoDia;
  readonly moving: Moving;
  readonly onOpen: () => void;
  /** Whether there is room for more than one line. */
  readonly roomy?: boolean;
}

/** Something on a day: opened with a click, moved by dragging or with Alt and the arrow keys. */
export function EventChip({ event, moving, onOpen, roomy }: EventChipProps) {
  const { t } = useI18n();
  const { evento, turma, tipo } = event;
  const { icon: Icon, tint } = LOOKS[tipo];
  const hour = evento.dia_todo ? undefined : (evento.hora_inicio ?? undefined);
  return (
    <button
      type="button"
      {...moving.chip(event)}
      data-event={keyOf(event)}
      onClick={onOpen}
      aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown"
      title={[evento.titulo, turma?.nome, hour].filter(Boolean).join(" · ")}
      className={classes("flex min-h-6 w-full min-w-0 cursor-grab items-start gap-1 rounded-sm px-1.5 py-1 text-left text-2xs leading-4 font-medium active:cursor-grabbing", tint)}
    >
      <Icon role="img" aria-label={t(`school.calendar.kind.${tipo}`)} className="mt-0.5 size-3 shrink-0" />
      <span className={classes("min-w-0 flex-1", roomy ? "break-words" : "truncate")}>
        {hour && <span className="tabular-nums">{`${hour} `}</span>}
        {evento.titulo}
        {roomy && turma && <span className="block font-normal">{turma.nome}</span>}
      </span>
      {evento.repeticao !== "none" && <Repeat role="img" aria-label={t(`school.repeats.${evento.repeticao}`)} className="mt-0.5 size-2.5 shrink-0" />}
    </button>
  );
}
