import type { SchoolPaginaTurma } from "@/api";
import { useI18n } from "@/i18n";
import { markOf, shareOf } from "../figures";
import { Figure, Figures } from "../pieces/Figures";
import { NoFigure } from "../pieces/NoFigure";
import { TrendMark } from "../pieces/TrendMark";

/** How a class stands, each figure with what it comes from. */
export function Standing({ page }: { readonly page: SchoolPaginaTurma }) {
  const { t, locale } = useI18n();
  const { escala, media_aprovacao } = page.config;
  const mark = (value: number) => markOf(value, locale, escala.casas);
  const of = t("school.of.students", { n: page.alunos_com_nota, total: page.total_alunos, tests: t("school.tests.count", { count: page.avaliacoes.filter(({ lancadas }) => lancadas > 0).length }) });
  const none = <NoFigure why={t("school.none.marks")} />;
  const critical = page.materias_criticas.map(({ materia }) => materia.nome);
  return (
    <Figures>
        <Figure name={t("school.mean.class")} about={of} large>
          {page.media_geral === null ? none : mark(page.media_geral)}
          <TrendMark trend={page.tendencia} delta={page.delta} />
        </Figure>
        <Figure name={t("school.below")} about={page.pct_abaixo === null ? of : t("school.below.about", { share: shareOf(page.pct_abaixo, locale), mark: mark(media_aprovacao) })} tone={page.abaixo_da_media ? "text-bad-text" : undefined}>
          {page.abaixo_da_media === null ? none : t("school.below.of", { n: page.abaixo_da_media, total: page.alunos_com_nota })}
        </Figure>
        <Figure name={t("school.median")} about={page.desvio_padrao === null ? of : t("school.spread", { value: mark(page.desvio_padrao) })}>
          {page.mediana === null ? none : mark(page.mediana)}
        </Figure>
        <Figure name={t("school.critical")} about={page.dados_insuficientes.length > 0 ? t("school.critical.unknown", { subjects: page.dados_insuficientes.map(({ nome }) => nome).join(", ") }) : t("school.critical.about")}>
          {page.media_geral === null ? none : critical.length === 0 ? <span className="text-md font-medium text-ok-text">{t("school.critical.none")}</span> : <span className="text-md text-bad-text">{critical.join(", ")}</span>}
        </Figure>
    </Figures>
  );
}
