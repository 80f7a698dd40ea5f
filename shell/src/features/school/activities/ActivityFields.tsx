import { type SchoolAtividade, type SchoolPaginaAtividade, useSchoolCatalog } from "@/api";
import { useT } from "@/i18n";
import { Card } from "@/ui";
import { FactLine } from "../edit/FactLine";
import { InlineChoice } from "../edit/InlineChoice";
import { InlineNumber } from "../edit/InlineNumber";
import { InlineText } from "../edit/InlineText";
import { SkillPicker } from "../edit/SkillPicker";
import type { Editing } from "../edit/useEditing";
import { LEVELS, STATUSES } from "./words";

/** What is known about an activity besides its questions, each to be changed where it stands. */
export function ActivityFields({ page, editing: { shown, save, send } }: { readonly page: SchoolPaginaAtividade; readonly editing: Editing<SchoolAtividade> }) {
  const t = useT();
  const { data: catalog } = useSchoolCatalog();
  return (
    <Card role="group" aria-label={t("school.activity.facts")} className="flex flex-col px-4 py-2">
      <FactLine name={t("school.activity.type")}>{page.tipo_nome}</FactLine>
      <FactLine name={t("school.activity.class")}>
        <InlineChoice
          label={t("school.activity.class")}
          value={shown.turma_id ?? ""}
          options={(catalog?.turmas ?? (page.turma ? [page.turma] : [])).map(({ id, nome }) => ({ value: id, label: nome }))}
          onSave={(turma_id) => save({ turma_id })}
        />
      </FactLine>
      <FactLine name={t("school.activity.level")}>
        <InlineChoice
          label={t("school.activity.level")}
          value={shown.dificuldade}
          options={LEVELS.map((value) => ({ value, label: t(`school.level.${value}`) }))}
          onSave={(value) => save({ dificuldade: LEVELS.find((level) => level === value) })}
        />
      </FactLine>
      <FactLine name={t("school.activity.status")}>
        <InlineChoice
          label={t("school.activity.status")}
          value={shown.status}
          options={STATUSES.map((value) => ({ value, label: t(`school.status.${value}`) }))}
          onSave={(value) => save({ status: STATUSES.find((status) => status === value) })}
        />
      </FactLine>
      <FactLine name={t("school.activity.minutes")}>
        <InlineNumber label={t("school.activity.minutes")} value={shown.tempo_min ?? null} unit="min" onSave={(tempo_min) => save({ tempo_min })} />
      </FactLine>
      <FactLine name={t("school.activity.skills")}>
        <SkillPicker
          label={t("school.activity.skills")}
          value={shown.habilidades}
          year={shown.ano_serie}
          className="justify-end"
          onChange={(habilidades) => void send({ habilidades }, (before) => ({ ...before, habilidades: [...habilidades] }))}
        />
      </FactLine>
      <div className="flex flex-col gap-1 border-t border-line pt-2.5 pb-2 text-sm">
        <span className="text-muted">{t("school.activity.instructions")}</span>
        <InlineText
          long
          optional
          label={t("school.activity.instructions")}
          placeholder={t("school.activity.instructions.add")}
          value={shown.instrucoes}
          onSave={(instrucoes) => save({ instrucoes })}
        />
      </div>
    </Card>
  );
}
