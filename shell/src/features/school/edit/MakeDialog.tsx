import { type FormEvent, useId, useState } from "react";

import { useAppAction } from "@/api";
import { useI18n } from "@/i18n";
import { readAmount } from "@/i18n/amounts";
import { Trouble, useUndoToast } from "@/stage";
import { Button, Dialog, Field } from "@/ui";
import { MakeControl } from "./MakeControl";
import { ASKED, type MadeKind, MAKES, paramsOf } from "./making";

interface MakeDialogProps {
  readonly kind: MadeKind;
  /** What is known already: the class that is open, the day that was clicked. */
  readonly known?: Readonly<Record<string, string>>;
  /** Called with the id of what was made, or with nothing when the person let it be. */
  readonly onClose: (made?: string) => void;
}

/** Makes a lesson, a test, a teaching plan, an event: what is needed first, the rest later, on its page. */
export function MakeDialog({ kind, known = {}, onClose }: MakeDialogProps) {
  const { t, locale } = useI18n();
  const form = useId();
  const action = useAppAction("school");
  const told = useUndoToast();
  const asked = ASKED[kind];
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => ({ ...Object.fromEntries(asked.flatMap(({ name, initial }) => (initial ? [[name, initial]] : []))), ...known }));
  const [lacks, setLacks] = useState<{ readonly missing: readonly string[]; readonly wrong: readonly string[] }>({ missing: [], wrong: [] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { params, missing, wrong } = paramsOf(asked, values, (text) => readAmount(text, locale));
    setLacks({ missing, wrong });
    if (missing.length + wrong.length > 0) return;
    const [name, id] = MAKES[kind];
    action.mutate(
      { name, params: () => params },
      {
        onSuccess: ({ data, change }, here) => {
          const made = data as Readonly<Record<string, unknown>>;
          if (change !== undefined) told(typeof made.resumo === "string" ? made.resumo : t("school.work.made", { title: t(`school.make.${kind}`) }), change);
          if (here) onClose(String(made[id] ?? ""));
        },
      },
    );
  };
  const errorOf = (name: string) => (lacks.missing.includes(name) ? t("school.work.required") : lacks.wrong.includes(name) ? t("school.work.number.wrong") : undefined);
  return (
    <Dialog
      open
      onClose={() => onClose()}
      title={t(`school.make.${kind}`)}
      footer={
        <>
          <Button onClick={() => onClose()}>{t("words.cancel")}</Button>
          <Button tone="primary" type="submit" form={form} busy={action.isPending}>
            {t("school.activity.create")}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4 pb-1 sm:grid-cols-2">
        {asked.map((each, index) => (
          <div key={each.name} className={index === 0 && each.input === "text" ? "sm:col-span-2" : undefined}>
            <Field label={t(each.label)} error={errorOf(each.name)}>
              {(ids) => <MakeControl {...ids} asked={each} first={index === 0} value={values[each.name] ?? ""} onChange={(value) => setValues((before) => ({ ...before, [each.name]: value }))} />}
            </Field>
          </div>
        ))}
        {action.error && (
          <div className="sm:col-span-2">
            <Trouble error={action.error} />
          </div>
        )}
      </form>
    </Dialog>
  );
}
