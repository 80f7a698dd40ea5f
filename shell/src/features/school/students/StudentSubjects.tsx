import type { SchoolPaginaAluno } from "@/api";
import { useI18n } from "@/i18n";
import { Section } from "@/stage";
import { Card, classes } from "@/ui";
import { markOf } from "../figures";
import { NoFigure } from "../pieces/NoFigure";

/** A student's mean in each subject, against the passing mark. */
export function StudentSubjects({ page }: { readonly page: SchoolPaginaAluno }) {
  const { t, locale } = useI18n();
  const { escala, media_aprovacao } = page.config;
  if (page.por_materia.length === 0) return null;
  return (
    <Section title={t("school.subjects")} aside={<span className="text-muted">{t("school.passing", { mark: markOf(media_aprovacao, locale, escala.casas) })}</span>}>
      <Card className="flex flex-col gap-3 px-4 py-4">
        {page.por_materia.map(({ materia, media }) => (
          <div key={materia.id} className="flex flex-col gap-1 text-sm">
            <p className="flex justify-between gap-3">
              <span className="truncate text-fg">{materia.nome}</span>
              <span className="font-medium text-fg tabular-nums">{media === null ? <NoFigure why={t("school.none.marks")} /> : markOf(media, locale, escala.casas)}</span>
            </p>
            <div aria-hidden className="relative h-1.5 rounded-full bg-active">
              {media !== null && <span className={classes("absolute inset-y-0 left-0 rounded-full", media < media_aprovacao ? "bg-bad" : "bg-ok")} style={{ width: `${(100 * media) / escala.max}%` }} />}
              <span className="absolute -inset-y-0.5 w-[1.5px] bg-fg/70" style={{ left: `${(100 * media_aprovacao) / escala.max}%` }} />
            </div>
          </div>
        ))}
      </Card>
    </Section>
  );
}
