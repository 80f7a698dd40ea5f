import { ArrowUpRight, Trash2 } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Link } from "wouter";

import type { SchoolEventoNoDia } from "@/api";
import { HandDialog } from "@/decisions";
import { useAct } from "@/apps";
import { useI18n } from "@/i18n";
import { useUndoToast } from "@/stage";
import { Button, Dialog, Field } from "@/ui";
import { longDayOf } from "../days";
import { MakeControl } from "../edit/MakeControl";
import { ASKED } from "../edit/making";
import { pathTo } from "../paths";

interface EventDialogProps {
  readonly event: SchoolEventoNoDia;
  readonly onClose: () => void;
}

/** An event: what it is, when, for whom; to be changed or removed. */
export function EventDialog({ event, onClose }: EventDialogProps) {
  const { t, locale } = useI18n();
  const form = useId();
  const act = useAct("school");
  const told = useUndoToast();
  const { evento } = event;
  const kept: Readonly<Record<string, string>> = {
    titulo: evento.titulo,
    data: evento.data,
    turma_id: evento.turma_id ?? "",
    hora_inicio: evento.hora_inicio ?? "",
    hora_fim: evento.hora_fim ?? "",
    repeticao: evento.repeticao,
  };
  const [values, setValues] = useState(kept);
  const [removing, remove] = useState(false);
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (values.titulo?.trim() === "" || values.data === "") return;
    const changed = Object.entries(values).flatMap(([name, value]) => (value === kept[name] ? [] : [[name, value === "" ? null : value]]));
    onClose();
    if (changed.length > 0) void act("school.editar_evento", { evento_id: evento.id, ...Object.fromEntries(changed) }, t("school.work.saved", { title: evento.titulo }));
  };
  if (removing) {
    return (
      <HandDialog
        open
        capability="school.remover_evento"
        params={{ evento_id: evento.id }}
        title={t("school.work.remove.title", { title: evento.titulo })}
        onClose={(outcome) => {
          onClose();
          if (outcome?.change !== undefined) told(t("school.work.removed", { title: evento.titulo }), outcome.change);
        }}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={evento.titulo}
      about={longDayOf(event.dia, locale)}
      footer={
        <>
          <Button tone="danger" icon={Trash2} onClick={() => remove(true)} className="mr-auto">
            {t("school.work.remove")}
          </Button>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button tone="primary" type="submit" form={form}>
            {t("school.work.keep")}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4 pb-1 sm:grid-cols-2">
        {ASKED.evento.map((asked, index) => (
          <div key={asked.name} className={index === 0 ? "sm:col-span-2" : undefined}>
            <Field label={t(asked.label)}>
              {(ids) => <MakeControl {...ids} asked={asked} first={index === 0} value={values[asked.name] ?? ""} onChange={(value) => setValues((before) => ({ ...before, [asked.name]: value }))} />}
            </Field>
          </div>
        ))}
      </form>
      {(event.atividades.length > 0 || evento.aula_id) && (
        <ul className="mt-3 flex flex-col gap-1 text-sm">
          {evento.aula_id && <Lead href={pathTo("aulas", evento.aula_id)}>{t("school.calendar.lesson")}</Lead>}
          {event.atividades.map(({ id, nome }) => (
            <Lead key={id} href={pathTo("atividades", id)}>
              {nome}
            </Lead>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Lead({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <li>
      <Link href={href} className="inline-flex items-center gap-1 rounded-sm text-accent-text underline-offset-2 hover:underline">
        {children}
        <ArrowUpRight aria-hidden className="size-3" />
      </Link>
    </li>
  );
}
