import type { SchoolImported, SchoolImportKind, SchoolInicio } from "@/api";
import { useT } from "@/i18n";
import { Fold } from "@/stage";
import { Card, Field, Input, Select } from "@/ui";
import { NEW_CLASS, type Wish } from "./wish";

interface WishFormProps {
  readonly kind: SchoolImportKind;
  readonly wish: Wish;
  readonly home: SchoolInicio;
  /** What was read of the file with these words. */
  readonly told: SchoolImported | undefined;
  readonly onChange: (wish: Wish) => void;
}

const ROLES = ["aluno", "matricula", "avaliacao", "nota", "data", "ignorar"] as const;

/** Whose marks they are and of which subject; and, where it was read wrongly, what each column is. */
export function WishForm({ kind, wish, home, told, onChange }: WishFormProps) {
  const t = useT();
  const set = (part: Partial<Wish>) => onChange({ ...wish, ...part });
  const subjects = home.turmas.find(({ id }) => id === wish.turma)?.materias ?? [];
  return (
    <Card className="flex flex-col gap-4 px-5 py-4">
      <div className="grid gap-3 sm:grid-cols-2 md:grid-cols-3">
        <Field label={t("school.class")}>
          {(ids) => (
            <Select
              {...ids}
              value={wish.turma}
              placeholder={t("school.import.class.choose")}
              onChange={(turma) => set({ turma })}
              options={[...home.turmas.map(({ id, nome, escola }) => ({ value: id, label: nome, detail: home.escolas.length > 1 ? escola : undefined })), { value: NEW_CLASS, label: t("school.import.class.new") }]}
              className="w-full"
            />
          )}
        </Field>
        {wish.turma === NEW_CLASS && (
          <Field label={t("school.class.name")}>{(ids) => <Input {...ids} value={wish.named} placeholder={t("school.class.name.example")} onChange={(event) => set({ named: event.target.value })} className="w-full" />}</Field>
        )}
        <Field label={t("school.subject")} hint={kind === "notas" && subjects.length !== 1 ? t("school.import.subject.hint") : undefined}>
          {(ids) =>
            subjects.length > 0 ? (
              <Select {...ids} value={wish.materia} onChange={(materia) => set({ materia })} options={[{ value: "", label: t("school.import.subject.file") }, ...subjects.map(({ id, nome }) => ({ value: id, label: nome }))]} className="w-full" />
            ) : (
              <Input {...ids} value={wish.materia} onChange={(event) => set({ materia: event.target.value })} className="w-full" />
            )
          }
        </Field>
        {kind === "notas" && (
          <Field label={t("school.import.day")} hint={t("school.import.day.hint")}>
            {(ids) => <Input {...ids} type="date" value={wish.data} onChange={(event) => set({ data: event.target.value })} className="w-full" />}
          </Field>
        )}
        {kind === "notas" && (
          <Field label={t("school.import.scale")} hint={told?.escala && told.escala.origem !== "informada" ? t(`school.import.scale.${told.escala.origem}`, { maximum: told.escala.maximo }) : undefined}>
            {(ids) => <Input {...ids} type="number" min={1} max={10000} step="any" value={wish.escala} placeholder={told?.escala ? String(told.escala.maximo) : undefined} onChange={(event) => set({ escala: event.target.value })} className="w-full" />}
          </Field>
        )}
        {told && told.planilhas.length > 1 && (
          <Field label={t("school.import.sheet")}>
            {(ids) => <Select {...ids} value={wish.planilha || told.planilha} onChange={(planilha) => set({ planilha })} options={told.planilhas.map((value) => ({ value, label: value }))} className="w-full" />}
          </Field>
        )}
      </div>
      {told && kind === "notas" && told.colunas.length > 0 && (
        <Fold title={t("school.import.columns", { count: told.colunas.length })}>
          <div className="grid gap-3 pt-1 sm:grid-cols-2 md:grid-cols-3">
            {told.colunas.map(({ coluna, cabecalho, papel }) => {
              const role = wish.mapa[cabecalho] ?? ROLES.find((each) => each === papel) ?? "ignorar";
              return (
                <Field key={`${coluna} ${cabecalho}`} label={cabecalho || t("school.import.column", { number: coluna })}>
                  {(ids) => <Select {...ids} value={role} disabled={cabecalho === ""} onChange={(next) => set({ mapa: { ...wish.mapa, [cabecalho]: next } })} options={ROLES.map((value) => ({ value: value as string, label: t(`school.import.role.${value}`) }))} className="w-full" />}
                </Field>
              );
            })}
          </div>
        </Fold>
      )}
    </Card>
  );
}
