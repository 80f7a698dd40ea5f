import { type FormEvent, useId, useState } from "react";

import { useAppAction } from "@/api";
import { useT } from "@/i18n";
import { Trouble, useUndoToast } from "@/stage";
import { Button, Dialog, Field, Input } from "@/ui";

/** Adds a student to a class: a name is enough. */
export function NewStudentDialog({ turma, onClose }: { readonly turma: string; readonly onClose: () => void }) {
  const t = useT();
  const form = useId();
  const [nome, setNome] = useState("");
  const [matricula, setMatricula] = useState("");
  const { mutate, isPending, error } = useAppAction("school");
  const told = useUndoToast();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (nome.trim() === "" || isPending) return;
    const params = { turma_id: turma, nome: nome.trim(), ...(matricula.trim() === "" ? {} : { matricula: matricula.trim() }) };
    mutate(
      { name: "school.adicionar_aluno_turma", params: () => params },
      {
        onSuccess: ({ change }) => {
          onClose();
          if (change !== undefined) told(t("school.student.added", { name: nome.trim() }), change);
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("school.student.add")}
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button type="submit" form={form} tone="primary" busy={isPending} disabled={nome.trim() === ""}>
            {t("school.add")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-3">
        {error && <Trouble error={error} />}
        <Field label={t("school.student.name")}>{(ids) => <Input {...ids} autoFocus value={nome} maxLength={200} onChange={(event) => setNome(event.target.value)} />}</Field>
        <Field label={t("school.student.number")} hint={t("school.student.number.hint")}>
          {(ids) => <Input {...ids} value={matricula} maxLength={60} onChange={(event) => setMatricula(event.target.value)} />}
        </Field>
      </form>
    </Dialog>
  );
}
