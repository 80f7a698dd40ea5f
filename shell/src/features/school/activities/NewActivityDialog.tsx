import { type FormEvent, useId, useState } from "react";

import { useAppAction, useSchoolCatalog, useSchoolHome } from "@/api";
import { useT } from "@/i18n";
import { RowsSkeleton, Trouble, useUndoToast } from "@/stage";
import { Button, Dialog, Field, Input, NumberField, Segmented, Select } from "@/ui";
import { SkillPicker } from "../edit/SkillPicker";
import { TypeChooser } from "./TypeChooser";
import { LEVELS } from "./words";

interface NewActivityDialogProps {
  readonly turma?: string;
  /** Called with what was made, or with nothing when the person let it be. */
  readonly onClose: (made?: string) => void;
}

/** Makes an activity: which kind, about what, for whom, how many questions. */
export function NewActivityDialog({ turma = "", onClose }: NewActivityDialogProps) {
  const t = useT();
  const form = useId();
  const action = useAppAction("school");
  const told = useUndoToast();
  const catalog = useSchoolCatalog();
  const { data: home } = useSchoolHome();
  const [values, setValues] = useState({ tipo: "lista-exercicios", tema: "", turma, materia: "", quantidade: 10, dificuldade: LEVELS[1] ?? "medio", habilidades: [] as readonly string[] });
  const [wrong, setWrong] = useState(false);
  const set = (patch: Partial<typeof values>) => setValues((before) => ({ ...before, ...patch }));
  const year = home?.turmas.find(({ id }) => id === values.turma)?.ano_serie;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWrong(values.tema.trim() === "");
    if (values.tema.trim() === "") return;
    const { tipo, tema, materia, quantidade, dificuldade, habilidades } = values;
    const named = { ...(values.turma && { turma_id: values.turma }), ...(materia && { materia }), ...(habilidades.length > 0 && { habilidades }) };
    action.mutate(
      { name: "school.criar_atividade", params: () => ({ tipo, tema: tema.trim(), quantidade, dificuldade, ...named }) },
      {
        onSuccess: ({ data, change }, here) => {
          const made = data as { readonly atividade_id?: string; readonly resumo?: string };
          if (change !== undefined) told(made.resumo ?? t("school.work.made", { title: tema }), change);
          if (here) onClose(made.atividade_id);
        },
      },
    );
  };
  return (
    <Dialog
      open
      width="lg"
      onClose={() => onClose()}
      title={t("school.activity.new")}
      footer={
        <>
          <Button onClick={() => onClose()}>{t("words.cancel")}</Button>
          <Button tone="primary" type="submit" form={form} busy={action.isPending} disabled={catalog.data === undefined}>
            {t("school.activity.create")}
          </Button>
        </>
      }
    >
      {catalog.data === undefined ? (
        catalog.error ? <Trouble error={catalog.error} onRetry={() => void catalog.refetch()} /> : <RowsSkeleton />
      ) : (
        <form id={form} noValidate onSubmit={submit} className="grid gap-x-6 gap-y-4 pb-1 md:grid-cols-2">
          <TypeChooser catalog={catalog.data} value={values.tipo} onChange={({ id }) => set({ tipo: id })} />
          <div className="flex min-w-0 flex-col gap-3.5">
            <Field label={t("school.activity.theme")} error={wrong && values.tema.trim() === "" && t("school.work.required")}>
              {(ids) => <Input {...ids} autoFocus value={values.tema} maxLength={200} placeholder={t("school.activity.theme.example")} onChange={(event) => set({ tema: event.target.value })} className="w-full" />}
            </Field>
            <div className="grid grid-cols-2 gap-3">
              <Field label={t("school.activity.class")}>
                {(ids) => (
                  <Select
                    {...ids}
                    value={values.turma}
                    options={[{ value: "", label: t("school.work.none") }, ...catalog.data.turmas.map(({ id, nome }) => ({ value: id, label: nome }))]}
                    onChange={(chosen) => set({ turma: chosen })}
                    className="w-full"
                  />
                )}
              </Field>
              <Field label={t("school.activity.subject")}>
                {(ids) => (
                  <Select
                    {...ids}
                    value={values.materia}
                    options={[{ value: "", label: t("school.work.none") }, ...catalog.data.materias.map(({ id, nome }) => ({ value: id, label: nome }))]}
                    onChange={(materia) => set({ materia })}
                    className="w-full"
                  />
                )}
              </Field>
            </div>
            <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
              <Field label={t("school.activity.count")}>
                {(ids) => <NumberField {...ids} value={values.quantidade} min={1} max={50} onChange={(quantidade) => quantidade !== null && set({ quantidade })} className="w-28" />}
              </Field>
              <div className="flex flex-col gap-1">
                <span className="text-xs font-medium text-fg">{t("school.activity.level")}</span>
                <Segmented label={t("school.activity.level")} value={values.dificuldade} options={LEVELS.map((value) => ({ value, label: t(`school.level.${value}`) }))} onChange={(dificuldade) => set({ dificuldade })} />
              </div>
            </div>
            <div className="flex flex-col gap-1">
              <span className="text-xs font-medium text-fg">{t("school.activity.skills")}</span>
              <SkillPicker label={t("school.activity.skills")} value={values.habilidades} year={year} onChange={(habilidades) => set({ habilidades })} />
            </div>
            {action.error && <Trouble error={action.error} />}
          </div>
        </form>
      )}
    </Dialog>
  );
}
