import type { SchoolHabilidadeDominio } from "@/api";
import { Note } from "@/apps";
import { useI18n } from "@/i18n";
import { Section } from "@/stage";
import { Badge, Card, type Tone } from "@/ui";
import { shareOf } from "../figures";

const TONES: Readonly<Record<NonNullable<SchoolHabilidadeDominio["nivel"]>, Tone>> = { nao_desenvolvido: "bad", em_desenvolvimento: "warn", desenvolvido: "ok" };

/** How far a student is in each skill; with little evidence it is shown, and nobody is labelled by it. */
export function Mastery({ skills }: { readonly skills: readonly SchoolHabilidadeDominio[] }) {
  const { t, locale } = useI18n();
  return (
    <Section title={t("school.skills")}>
      {skills.length === 0 ? (
        <Note>{t("school.skills.none")}</Note>
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {skills.map(({ habilidade, dominio, nivel, evidencia, n_itens }) => (
              <li key={habilidade.codigo} className="flex items-start gap-3 px-4 py-2.5 text-sm">
                <div className="min-w-0 flex-1">
                  <p className="font-mono text-xs font-medium text-fg">{habilidade.codigo}</p>
                  {habilidade.texto !== "" && (
                    <p title={habilidade.texto} className="mt-0.5 line-clamp-2 text-xs text-pretty text-muted">
                      {habilidade.texto}
                    </p>
                  )}
                </div>
                <div className="flex shrink-0 flex-col items-end gap-1">
                  <Badge tone={evidencia === "suficiente" && nivel ? TONES[nivel] : "neutral"}>{evidencia === "suficiente" && nivel ? t(`school.level.${nivel}`) : t("school.gap.unsure.short")}</Badge>
                  <span className="text-xs text-muted tabular-nums">
                    {dominio === null ? "—" : shareOf(dominio, locale)} · {t("school.items.count", { count: n_itens })}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}
