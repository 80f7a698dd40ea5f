import { type FormEvent, useId, useState } from "react";

import { type SchoolNome, useByHand } from "@/api";
import { useI18n } from "@/i18n";
import { Trouble } from "@/stage";
import { announce } from "@/state";
import { Button, Dialog, Field, Input, Select, Textarea } from "@/ui";
import { YEARS } from "../figures";
import { isSample, linesOf, yearIn } from "../names";
import { useYear } from "./useYear";

interface NewClassDialogProps {
  readonly schools: readonly SchoolNome[];
  /** Called with the id of the class that was made, or with nothing. */
  readonly onClose: (turma?: string) => void;
}

/** Makes a class: its name and year, and whoever is in it, one name a line. */
export function NewClassDialog({ schools, onClose }: NewClassDialogProps) {
  const { t } = useI18n();
  const year = useYear();
  const form = useId();
  const [nome, setNome] = useState("");
  const [chosen, setAnoSerie] = useState<string>();
  const anoSerie = chosen ?? yearIn(nome) ?? "EF6";
  const [materia, setMateria] = useState("");
  const own = schools.filter(({ id }) => !isSample(id)); // what is in the sample goes when the sample goes
  const [escola, setEscola] = useState(own[0]?.id ?? "");
  const [alunos, setAlunos] = useState("");
  const { mutate, isPending, error } = useByHand();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (nome.trim() === "" || isPending) return;
    const names = linesOf(alunos);
    const params = {
      nome: nome.trim(),
      ano_serie: anoSerie,
      ...(materia.trim() === "" ? {} : { materias: materia.split(/[,;]/).map((each) => each.trim()).filter(Boolean) }),
      ...(escola === "" ? {} : { escola_id: escola }),
      ...(names.length === 0 ? {} : { alunos: names }),
    };
    mutate(
      { name: "school.criar_turma", params },
      {
        onSuccess: ({ result }, here) => {
          announce(t("school.class.made", { name: nome.trim() }));
          if (here) onClose((result.data as { readonly turma_id: string }).turma_id);
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={() => onClose()}
      title={t("school.class.create")}
      about={t("school.class.create.about")}
      footer={
        <>
          <Button onClick={() => onClose()}>{t("words.cancel")}</Button>
          <Button type="submit" form={form} tone="primary" busy={isPending} disabled={nome.trim() === ""}>
            {t("school.class.create")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-3 sm:grid-cols-2">
        {error && (
          <div className="sm:col-span-2">
            <Trouble error={error} />
          </div>
        )}
        <Field label={t("school.class.name")}>
          {(ids) => <Input {...ids} autoFocus value={nome} maxLength={60} placeholder={t("school.class.name.example")} onChange={(event) => setNome(event.target.value)} className="w-full" />}
        </Field>
        <Field label={t("school.class.year")}>
          {(ids) => <Select {...ids} value={anoSerie} onChange={setAnoSerie} options={YEARS.map((value) => ({ value, label: year(value) }))} className="w-full" />}
        </Field>
        <Field label={t("school.class.subjects")} hint={t("school.class.subjects.hint")}>
          {(ids) => <Input {...ids} value={materia} onChange={(event) => setMateria(event.target.value)} className="w-full" />}
        </Field>
        {own.length > 1 && (
          <Field label={t("school.class.school")}>
            {(ids) => <Select {...ids} value={escola} onChange={setEscola} options={own.map(({ id, nome: label }) => ({ value: id, label }))} className="w-full" />}
          </Field>
        )}
        <div className="sm:col-span-2">
          <Field label={t("school.class.students")} hint={t("school.class.students.hint")}>
            {(ids) => <Textarea {...ids} rows={4} value={alunos} onChange={(event) => setAlunos(event.target.value)} className="max-h-60 w-full" />}
          </Field>
        </div>
      </form>
    </Dialog>
  );
}
