import { type FormEvent, useId, useState } from "react";

import { useAppAction } from "@/api";
import { useI18n } from "@/i18n";
import { readAmount } from "@/i18n/amounts";
import { tellTrouble, useUndoToast } from "@/stage";
import { Button, Dialog, Field } from "@/ui";
import { AddControl } from "./AddControl";
import { type AddKind, ASKED, PARENT } from "./kinds";

interface AddDialogProps {
  readonly kind: AddKind;
  readonly company: string;
  /** What it will belong to. */
  readonly parent?: string;
  readonly onClose: () => void;
}

/** Makes a pillar, an objective, a key result …: what is needed first, the rest later, on its page. */
export function AddDialog({ kind, company, parent, onClose }: AddDialogProps) {
  const { t, locale } = useI18n();
  const form = useId();
  const action = useAppAction("atlas");
  const told = useUndoToast();
  const asked = ASKED[kind].filter((each) => parent === undefined || each.name !== PARENT[kind]);
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => Object.fromEntries(asked.flatMap((each) => (each.initial ? [[each.name, each.initial]] : []))));
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const errors: Record<string, string> = {};
    const params: Record<string, unknown> = { company };
    const owner = PARENT[kind];
    if (owner !== undefined && parent !== undefined) params[owner] = parent;
    for (const { name, input, required } of asked) {
      const text = values[name]?.trim() ?? "";
      if (text === "") {
        if (required) errors[name] = t("atlas.add.required");
        continue;
      }
      const value = input === "amount" ? readAmount(text, locale) : text;
      if (value === null) errors[name] = t("atlas.checkin.value.wrong");
      else params[name] = value;
    }
    setWrong(errors);
    if (Object.keys(errors).length > 0) return;
    const title = values.title ?? values.name ?? "";
    action.mutate(
      { name: `atlas.create_${kind}`, params: () => params },
      {
        onSuccess: ({ change }) => {
          onClose();
          if (change !== undefined) told(t("atlas.added", { title }), change);
        },
        onError: (error) => tellTrouble(error, t),
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`atlas.add.${kind}`)}
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button tone="primary" type="submit" form={form} busy={action.isPending}>
            {t("atlas.add.create")}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4 pb-1 sm:grid-cols-2">
        {asked.map((each, index) => (
          <div key={each.name} className={index === 0 || each.input === "long" || each.input === "color" ? "sm:col-span-2" : undefined}>
            <Field label={t(each.label)} error={wrong[each.name]}>
              {(ids) => <AddControl {...ids} asked={each} company={company} first={index === 0} value={values[each.name] ?? ""} onChange={(value) => setValues((before) => ({ ...before, [each.name]: value }))} />}
            </Field>
          </div>
        ))}
      </form>
    </Dialog>
  );
}
