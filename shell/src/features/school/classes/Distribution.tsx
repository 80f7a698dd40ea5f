import type { SchoolPaginaTurma } from "@/api";
import { Note } from "@/apps";
import { useI18n } from "@/i18n";
import { Section } from "@/stage";
import { Card } from "@/ui";
import { BarChart } from "@/ui/chart";
import { cellOf } from "../figures";

/** How many students stand in each range of marks. */
export function Distribution({ page }: { readonly page: SchoolPaginaTurma }) {
  const { t, locale, format } = useI18n();
  const { media_aprovacao: passing, escala } = page.config;
  const about = t("school.distribution.about", { n: page.alunos_com_nota, total: page.total_alunos });
  const range = (from: number, to: number) => t("school.distribution.range", { from: cellOf(from, locale), to: cellOf(to, locale) });
  return (
    <Section title={t("school.distribution")} aside={<span className="text-muted">{about}</span>}>
      {page.alunos_com_nota === 0 ? (
        <Note>{t("school.none.marks")}</Note>
      ) : (
        <Card className="px-4 pt-3 pb-2">
          <BarChart
            label={`${t("school.distribution")}. ${about}. ${t("school.chart.help")}`}
            height={188}
            axis={(value) => (Number.isInteger(value) ? format.number(value) : "")}
            points={page.distribuicao.map(({ de, ate, n }) => ({
              key: String(de),
              label: range(de, ate),
              target: null,
              actual: n,
              tone: ate <= passing ? "fill-bad" : de < passing ? "fill-warn" : de >= 0.9 * escala.max ? "fill-run" : "fill-ok",
              words: { title: range(de, ate), lines: [[t("school.students"), format.number(n)]] },
            }))}
          />
        </Card>
      )}
    </Section>
  );
}
