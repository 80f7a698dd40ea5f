import { type FormEvent, useId, useState } from "react";

import { type SchoolNome, useAppAction } from "@/api";
import { useI18n } from "@/i18n";
import { readAmount } from "@/i18n/amounts";
import { Trouble, useUndoToast } from "@/stage";
import { Button, Dialog, Field, Input, Select } from "@/ui";
import { todayHere } from "../days";

const KINDS = ["formativa", "somativa", "diagnostica", "trabalho", "recuperacao"] as const;

interface NewTestDialogProps {
  readonly turma: string;
  readonly materias: readonly SchoolNome[];
  readonly onClose: () => void;
}

/** Adds a test as a column of marks; its questions, if it has any, are made by Jota or in an activity. */
export function NewTestDialog({ turma, materias, onClose }: NewTestDialogProps) {
  const { t, locale } = useI18n();
  const form = useId();
  const [titulo, setTitulo] = useState("");
  const [materia, setMateria] = useState(materias[0]?.id ?? "");
  const [tipo, setTipo] = useState<(typeof KINDS)[number]>("formativa");
  const [data, setData] = useState(todayHere());
  const [valor, setValor] = useState("10");
  const [peso, setPeso] = useState("1");
  const { mutate, isPending, error } = useAppAction("school");
  const told = useUndoToast();
  const [points, weight] = [readAmount(valor, locale), readAmount(peso, locale)];
  const ready = titulo.trim() !== "" && materia.trim() !== "" && data !== "" && points !== null && points > 0 && weight !== null && weight >= 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || isPending) return;
    const params = { turma_id: turma, materia: materia.trim(), titulo: titulo.trim(), tipo, data, valor_maximo: points, peso: weight, quantidade_questoes: 0 };
    mutate(
      { name: "school.criar_avaliacao", params: () => params },
      {
        onSuccess: ({ change }) => {
          onClose();
          if (change !== undefined) told(t("school.test.added", { title: titulo.trim() }), change);
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("school.test.add")}
      about={t("school.test.add.about")}
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button type="submit" form={form} tone="primary" busy={isPending} disabled={!ready}>
            {t("school.add")}
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
        <div className="sm:col-span-2">
          <Field label={t("school.test.title")}>{(ids) => <Input {...ids} autoFocus value={titulo} maxLength={200} onChange={(event) => setTitulo(event.target.value)} className="w-full" />}</Field>
        </div>
        <Field label={t("school.subject")}>
          {(ids) =>
            materias.length > 0 ? (
              <Select {...ids} value={materia} onChange={setMateria} options={materias.map(({ id, nome }) => ({ value: id, label: nome }))} className="w-full" />
            ) : (
              <Input {...ids} value={materia} onChange={(event) => setMateria(event.target.value)} className="w-full" />
            )
          }
        </Field>
        <Field label={t("school.test.kind")}>
          {(ids) => <Select {...ids} value={tipo} onChange={setTipo} options={KINDS.map((value) => ({ value, label: t(`school.kind.${value}`) }))} className="w-full" />}
        </Field>
        <Field label={t("school.test.day")}>{(ids) => <Input {...ids} type="date" value={data} onChange={(event) => setData(event.target.value)} className="w-full" />}</Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label={t("school.test.points")}>{(ids) => <Input {...ids} inputMode="decimal" value={valor} onChange={(event) => setValor(event.target.value)} className="w-full" />}</Field>
          <Field label={t("school.test.weight.label")}>{(ids) => <Input {...ids} inputMode="decimal" value={peso} onChange={(event) => setPeso(event.target.value)} className="w-full" />}</Field>
        </div>
      </form>
    </Dialog>
  );
}
