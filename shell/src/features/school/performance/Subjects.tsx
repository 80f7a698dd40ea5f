import type { SchoolMateriaDesempenho } from "@/api";
import { useI18n } from "@/i18n";
import { Rows, Section } from "@/stage";
import { Badge, Row } from "@/ui";
import { markOf, shareOf } from "../figures";
import { pathTo } from "../paths";
import { NoFigure } from "../pieces/NoFigure";

/** Each class in each subject; those in which many are below come first. */
export function Subjects({ subjects }: { readonly subjects: readonly SchoolMateriaDesempenho[] }) {
  const { t, locale } = useI18n();
  if (subjects.length === 0) return null;
  const ordered = subjects.toSorted((a, b) => Number(b.critica) - Number(a.critica) || (b.pct_abaixo ?? -1) - (a.pct_abaixo ?? -1));
  return (
    <Section title={t("school.subjects")}>
      <Rows label={t("school.subjects")}>
        {ordered.map((each) => (
          <Row
            key={`${each.turma.id} ${each.materia.id}`}
            href={pathTo("turmas", each.turma.id, { materia: each.materia.id })}
            title={each.materia.nome}
            detail={`${each.turma.nome} · ${t("school.students.count", { count: each.n_alunos })}`}
            trailing={
              <>
                {each.critica && <Badge tone="bad">{t("school.critical.one")}</Badge>}
                {!each.suficiente && <Badge>{t("school.critical.few")}</Badge>}
                {each.pct_abaixo !== null && <span className="max-sm:hidden">{t("school.below.share", { share: shareOf(each.pct_abaixo, locale) })}</span>}
                <span className="w-8 text-right text-sm font-medium text-fg">{each.media === null ? <NoFigure why={t("school.none.marks")} /> : markOf(each.media, locale)}</span>
              </>
            }
          />
        ))}
      </Rows>
    </Section>
  );
}
