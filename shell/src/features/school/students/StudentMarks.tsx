import type { SchoolNotaDoAluno, SchoolPaginaAluno } from "@/api";
import { Note } from "@/apps";
import { useI18n } from "@/i18n";
import { Rows, Section } from "@/stage";
import { Row } from "@/ui";
import { shortDayOf } from "../days";
import { cellOf, LETTERS } from "../figures";
import { pathTo } from "../paths";

/** Every mark of a student, the latest first. */
export function StudentMarks({ page }: { readonly page: SchoolPaginaAluno }) {
  const { t, locale } = useI18n();
  const passing = page.config.media_aprovacao / page.config.escala.max;
  const marks = page.notas.toSorted((a, b) => b.data.localeCompare(a.data));
  return (
    <Section title={t("school.marks")} aside={<span className="text-muted">{t("school.tests.count", { count: marks.length })}</span>}>
      {marks.length === 0 ? (
        <Note>{t("school.none.marks")}</Note>
      ) : (
        <Rows label={t("school.marks")}>
          {marks.map((mark) => (
            <Row key={mark.avaliacao} href={pathTo("avaliacoes", mark.avaliacao)} title={mark.titulo} detail={`${mark.materia} · ${shortDayOf(mark.data, locale)}`} trailing={<Value mark={mark} passing={passing} />} />
          ))}
        </Rows>
      )}
    </Section>
  );
}

function Value({ mark, passing }: { readonly mark: SchoolNotaDoAluno; readonly passing: number }) {
  const { t, locale } = useI18n();
  if (mark.situacao !== "lancada" || mark.valor === null) {
    const situation = mark.situacao === "lancada" ? "pendente" : mark.situacao;
    return <span title={LETTERS[situation]}>{t(`school.situation.${situation}`)}</span>;
  }
  return (
    <span>
      <span className={mark.valor / mark.valor_maximo < passing ? "text-sm font-medium text-bad-text" : "text-sm font-medium text-fg"}>{cellOf(mark.valor, locale)}</span> {t("school.mark.max", { max: cellOf(mark.valor_maximo, locale) })}
    </span>
  );
}
