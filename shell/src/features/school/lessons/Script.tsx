import { GripVertical, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";

import type { SchoolMomento, SchoolPaginaAula } from "@/api";
import { useI18n } from "@/i18n";
import { type Reorder, Section, useReorder } from "@/stage";
import { Button, Card, classes, IconButton, Input } from "@/ui";
import { InlineNumber } from "../edit/InlineNumber";
import { InlineText } from "../edit/InlineText";
import type { Editing } from "../edit/useEditing";
import { minutesOf, moved, placed, type Placed } from "./roteiro";

const USUAL = 10;

/** The script of a lesson: what happens when, for how long; moments are written and moved where they stand. */
export function Script({ editing: { shown, send } }: { readonly editing: Editing<SchoolPaginaAula["aula"]> }) {
  const { t } = useI18n();
  const [draft, write] = useState("");
  const all = shown.roteiro;
  const total = minutesOf(all);
  const put = (op: Readonly<Record<string, unknown>>, roteiro: readonly SchoolMomento[]) => void send({ roteiro_ops: [op] }, (before) => ({ ...before, roteiro: [...roteiro] }));
  const move = (from: number, to: number) => put({ op: "move", posicao: from, para: to }, moved(all, from, to));
  const order = useReorder(all.map((_, index) => String(index)), (id, to) => move(Number(id), to));
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (draft.trim() === "") return;
    const momento = { momento: draft.trim(), minutos: Math.max(5, Math.min(USUAL, shown.duracao_min - total)), descricao: "" };
    put({ op: "add", posicao: all.length, momento }, [...all, momento]);
    write("");
  };
  return (
    <Section
      title={t("school.lesson.script")}
      aside={<span className={classes("tabular-nums", total > shown.duracao_min ? "font-medium text-warn-text" : "text-muted")}>{t("school.lesson.minutes", { used: total, all: shown.duracao_min })}</span>}
    >
      <Card>
        <ol {...order.list} aria-label={t("school.lesson.script")} className="divide-y divide-line">
          {placed(all).map((each, index) => (
            <Moment
              key={index}
              each={each}
              index={index}
              order={order}
              onSave={(patch) => {
                const { from: _, ...momento } = { ...each, ...patch };
                put({ op: "update", posicao: index, momento }, all.with(index, momento));
              }}
              onRemove={() => put({ op: "remove", posicao: index }, all.toSpliced(index, 1))}
            />
          ))}
        </ol>
        <form onSubmit={add} className="flex items-center gap-2 border-t border-line p-2.5 first:border-t-0">
          <Input aria-label={t("school.lesson.moment.add")} placeholder={t("school.lesson.moment.add")} value={draft} onChange={(event) => write(event.target.value)} />
          <Button type="submit" icon={Plus} disabled={draft.trim() === ""}>
            {t("school.work.add")}
          </Button>
        </form>
      </Card>
    </Section>
  );
}

interface MomentProps {
  readonly each: Placed;
  readonly index: number;
  readonly order: Reorder;
  readonly onSave: (patch: Partial<SchoolMomento>) => void;
  readonly onRemove: () => void;
}

function Moment({ each, index, order, onSave, onRemove }: MomentProps) {
  const { t } = useI18n();
  const id = String(index);
  return (
    <li
      data-reorder={id}
      tabIndex={0}
      aria-label={t("school.lesson.moment", { number: index + 1, title: each.momento })}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      onKeyDown={(event) => order.onKeyDown(event, id)}
      className={classes(
        "group/moment relative flex items-start gap-3 py-2.5 pr-2 pl-1.5 text-sm -outline-offset-2 first:rounded-t-lg",
        order.dragged === id && "opacity-50",
        order.landing === id && "before:absolute before:inset-x-0 before:-top-px before:h-0.5 before:bg-accent",
      )}
    >
      <span {...order.grip(id)} title={t("school.question.drag")} className="mt-0.5 -mr-1.5 cursor-grab text-muted opacity-40 group-hover/moment:opacity-100 active:cursor-grabbing">
        <GripVertical aria-hidden className="size-4" />
      </span>
      <span className="w-9 shrink-0 pt-px text-right text-xs text-muted tabular-nums">{clock(each.from)}</span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="font-medium">
          <InlineText label={t("school.lesson.moment.name")} value={each.momento} onSave={(momento) => onSave({ momento })} />
        </div>
        <div className="text-muted">
          <InlineText long optional label={t("school.lesson.moment.about")} placeholder={t("school.lesson.moment.about.add")} value={each.descricao} onSave={(descricao) => onSave({ descricao })} />
        </div>
      </div>
      <span className="w-16 shrink-0 text-right text-xs text-muted">
        <InlineNumber label={t("school.field.minutes")} value={each.minutos} unit="min" onSave={(minutos) => onSave({ minutos })} />
      </span>
      <IconButton size="sm" icon={Trash2} label={t("ui.remove", { name: each.momento })} onClick={onRemove} className="opacity-60 group-hover/moment:opacity-100" />
    </li>
  );
}

/** 0:05, 1:10: minutes from the beginning. */
const clock = (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
