import { type FormEvent, useId } from "react";

import type { ScheduleView } from "@/api";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Button, Dialog } from "@/ui";
import { LimitsPart } from "./parts/LimitsPart";
import { WhatPart } from "./parts/WhatPart";
import { WhenPart } from "./parts/WhenPart";
import { useScheduleForm } from "./useScheduleForm";
import type { Beginning } from "./wish";

interface ScheduleDialogProps {
  /** What is changed; null makes a new one. */
  readonly view: ScheduleView | null;
  readonly beginning?: Beginning;
  readonly refetch?: () => void;
  /** Closed with the id of what was saved, or with nothing. */
  readonly onClose: (saved?: string) => void;
}

/** Makes or changes a schedule: what is to be done, when, and what happens when things go otherwise. */
export function ScheduleDialog({ view, beginning = {}, refetch, onClose }: ScheduleDialogProps) {
  const t = useT();
  const id = useId();
  const form = useScheduleForm({ view, beginning, refetch, onSaved: onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.save();
  };
  return (
    <Dialog
      open
      onClose={() => onClose()}
      title={t(view === null ? "schedules.new" : form.wish.heartbeat ? "schedules.edit.heartbeat" : "schedules.edit")}
      about={t(form.wish.heartbeat ? "schedules.heartbeat.about" : "schedules.new.about")}
      footer={
        <>
          <Button onClick={() => onClose()}>{t("words.cancel")}</Button>
          <Button type="submit" form={id} tone="primary" busy={form.saving}>
            {t(form.contested ? "schedules.save.over" : "schedules.save")}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {form.contested && (
          <p role="alert" className="rounded-md border border-line-strong bg-warn-soft px-3 py-2 text-sm text-fg">
            {t("schedules.contested")}
          </p>
        )}
        {form.error && <Trouble error={form.error} />}
        {!form.wish.heartbeat && <WhatPart form={form} />}
        <WhenPart form={form} />
        <LimitsPart form={form} />
      </form>
    </Dialog>
  );
}
