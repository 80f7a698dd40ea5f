import type { SchoolPaginaAluno } from "@/api";
import { useI18n } from "@/i18n";
import { markOf, shareOf } from "../figures";
import { Figure, Figures } from "../pieces/Figures";
import { NoFigure } from "../pieces/NoFigure";

/** How a student stands, each figure with what it comes from. */
export function StudentFigures({ page }: { readonly page: SchoolPaginaAluno }) {
  const { t, locale } = useI18n();
  const { escala, media_aprovacao, frequencia_minima } = page.config;
  const given = page.notas.filter(({ situacao }) => situacao === "lancada").length;
  const passing = markOf(media_aprovacao, locale, escala.casas);
  return (
    <Figures>
      <Figure name={t("school.mean")} about={t("school.student.mean.about", { tests: t("school.tests.count", { count: given }), mark: passing })} large tone={page.media !== null && page.media < media_aprovacao ? "text-bad-text" : undefined}>
        {page.media === null ? <NoFigure why={t("school.none.marks")} /> : markOf(page.media, locale, escala.casas)}
      </Figure>
      <Figure
        name={t("school.attendance")}
        about={page.registros > 0 ? t("school.alert.absences", { count: page.faltas, total: page.registros }) : t("school.none.attendance")}
        tone={page.alerta ? (page.alerta.situacao === "em_risco" ? "text-warn-text" : "text-bad-text") : undefined}
      >
        {page.frequencia === null ? <NoFigure why={t("school.none.attendance")} /> : shareOf(page.frequencia, locale)}
      </Figure>
      <Figure name={t("school.alerts.limit")} about={t("school.alerts.minimum", { share: shareOf(frequencia_minima, locale) })}>
        {page.alerta?.restantes == null ? <NoFigure why={t("school.none.load")} /> : page.alerta.restantes > 0 ? t("school.alert.left", { count: page.alerta.restantes }) : t("school.alert.over")}
      </Figure>
      <Figure name={t("school.engagement")} about={page.engajamento === null ? t("school.none.engagement") : t("school.engagement.about")}>
        {page.engajamento === null ? <NoFigure why={t("school.none.engagement")} /> : shareOf(page.engajamento, locale)}
      </Figure>
    </Figures>
  );
}
