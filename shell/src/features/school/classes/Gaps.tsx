import type { SchoolPaginaTurma } from "@/api";
import { Note } from "@/apps";
import { useI18n } from "@/i18n";
import { Fold, Section } from "@/stage";
import { useComposer } from "@/state";
import { Card } from "@/ui";
import { GapRow } from "./GapRow";

/** What the class has not learned yet, the widest gap first: how many are below, and how sure that is. */
export function Gaps({ page }: { readonly page: SchoolPaginaTurma }) {
  const { t, locale } = useI18n();
  const fill = useComposer((composer) => composer.fill);
  const target = new Intl.NumberFormat(locale, { style: "percent" }).format(page.config.alvo_dominio);
  const known = page.gaps.filter(({ evidencia, pct_abaixo }) => evidencia === "suficiente" && pct_abaixo !== null);
  const unsure = page.gaps.filter((gap) => !known.includes(gap));
  const ask = (code: string, text: string) => fill(code === "" ? t("school.gap.ask.topic", { turma: page.turma.nome, text }) : t("school.gap.ask", { turma: page.turma.nome, code, text }));
  return (
    <Section title={t("school.gaps")} about={known.length > 0 ? t("school.gaps.about", { target }) : undefined}>
      {known.length === 0 ? (
        <Note>{page.media_geral === null ? t("school.none.marks") : t("school.gaps.none")}</Note>
      ) : (
        <Card className="@container overflow-hidden">
          <ol className="divide-y divide-line">
            {known.map((gap) => (
              <GapRow key={`${gap.habilidade.codigo} ${gap.habilidade.texto}`} gap={gap} onMake={() => ask(gap.habilidade.codigo, gap.habilidade.texto)} />
            ))}
          </ol>
          <div aria-hidden className="flex justify-between border-t border-line px-4 py-1.5 text-2xs text-muted tabular-nums @[640px]:pr-[216px] @[640px]:pl-[calc(40%+16px)]">
            <span>0%</span>
            <span>{t("school.gaps.axis")}</span>
            <span>100%</span>
          </div>
        </Card>
      )}
      {unsure.length > 0 && (
        <Fold title={t("school.gaps.unknown", { count: unsure.length })}>
          <ul className="flex flex-col gap-1 pt-1 text-xs text-muted">
            {unsure.map(({ habilidade: { codigo, texto }, n_itens }) => (
              <li key={`${codigo} ${texto}`} className="line-clamp-2">
                {codigo !== "" && <span className="font-mono text-fg">{codigo} </span>}
                {texto} · {t("school.items.count", { count: n_itens })}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </Section>
  );
}
