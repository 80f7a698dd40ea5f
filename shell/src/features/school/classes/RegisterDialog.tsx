import { useId, useState } from "react";

import { type SchoolNome, useSchoolRegister } from "@/api";
import { useAct } from "@/apps";
import { useI18n } from "@/i18n";
import { Trouble } from "@/stage";
import { Button, Dialog, Field, Input, Select, Skeleton } from "@/ui";
import { todayHere } from "../days";
import { awayIn, type Marked, PRESENCES, presences } from "../presence";
import { PresencePicker } from "./PresencePicker";

interface RegisterDialogProps {
  readonly turma: string;
  readonly materias: readonly SchoolNome[];
  readonly onClose: () => void;
}

/** Who was there on a day: everybody is, until somebody is marked as away. */
export function RegisterDialog({ turma, materias, onClose }: RegisterDialogProps) {
  const { t } = useI18n();
  const form = useId();
  const act = useAct("school");
  const [data, setData] = useState(todayHere());
  const [materia, setMateria] = useState("");
  const [marked, mark] = useState<Marked>({});
  const [busy, setBusy] = useState(false);
  const page = useSchoolRegister(turma, data, materia);
  const rows = page.data === undefined ? [] : presences(page.data, marked);
  const away = awayIn(rows);
  const elsewhere = (move: () => void) => {
    move();
    mark({});
  };
  const keep = async () => {
    if (rows.length === 0 || busy) return;
    setBusy(true);
    const presencas = rows.map(({ id, presenca }) => ({ aluno_id: id, presenca }));
    const params = { turma_id: turma, data, presencas, ...(materia === "" ? {} : { materia }) };
    const done = await act("school.registrar_frequencia", params, t("school.register.kept", { count: away }));
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("school.register")}
      about={page.data?.feita ? t("school.register.again") : t("school.register.about")}
      footer={
        <>
          <p role="status" className="mr-auto self-center text-xs text-muted tabular-nums">
            {rows.length > 0 && t("school.register.sum", { present: rows.length - away, count: away })}
          </p>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button type="submit" form={form} tone="primary" busy={busy} disabled={rows.length === 0}>
            {t("school.register.keep")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
        className="flex flex-col gap-3"
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={t("school.register.day")}>
            {(ids) => <Input {...ids} autoFocus type="date" value={data} max={todayHere()} onChange={(event) => elsewhere(() => setData(event.target.value))} className="w-full" />}
          </Field>
          <Field label={t("school.subject")}>
            {(ids) => (
              <Select
                {...ids}
                value={materia}
                onChange={(value) => elsewhere(() => setMateria(value))}
                options={[{ value: "", label: t("school.register.whole") }, ...materias.map(({ id, nome }) => ({ value: id, label: nome }))]}
                className="w-full"
              />
            )}
          </Field>
        </div>
        {page.error ? (
          <Trouble error={page.error} onRetry={() => void page.refetch()} />
        ) : page.data === undefined ? (
          <Skeleton className="h-72 rounded-md" />
        ) : (
          <>
            <p className="text-xs text-muted">{PRESENCES.map((each) => `${t(`school.presence.short.${each}`)} ${t(`school.presence.${each}`).toLowerCase()}`).join(" · ")}</p>
            <ul className="divide-y divide-line rounded-md border border-line">
            {rows.map(({ id, nome, presenca }) => (
              <li key={id} className="flex min-h-9 items-center justify-between gap-3 px-3 py-1">
                <span className="min-w-0 truncate">{nome}</span>
                <PresencePicker label={nome} value={presenca} onChange={(value) => mark((before) => ({ ...before, [id]: value }))} />
              </li>
            ))}
            </ul>
          </>
        )}
      </form>
    </Dialog>
  );
}
