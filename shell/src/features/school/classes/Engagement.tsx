import type { SchoolEngajamento } from "@/api";
import { Note } from "@/apps";
import { useI18n } from "@/i18n";
import { Section } from "@/stage";
import { Card, Meter } from "@/ui";
import { shareOf } from "../figures";
import { NoFigure } from "../pieces/NoFigure";
import { TrendMark } from "../pieces/TrendMark";

const PARTS = ["frequencia", "entrega", "pontualidade", "participacao"] as const;
const BANDS = ["alto", "medio", "baixo"] as const;
const INK = { alto: "bg-ok", medio: "bg-warn", baixo: "bg-bad" } as const;

interface EngagementProps {
  readonly engagement: SchoolEngajamento;
  readonly total: number;
}

/** How a class takes part: the index, what it is made of, how many stand where. */
export function Engagement({ engagement, total }: EngagementProps) {
  const { t, locale, format } = useI18n();
  const { indice, componentes, faixas, n_alunos, tendencia } = engagement;
  return (
    <Section title={t("school.engagement.class")} aside={<span className="text-muted">{t("school.of", { n: n_alunos, total })}</span>}>
      {indice === null ? (
        <Note>{t("school.none.engagement")}</Note>
      ) : (
        <Card className="flex flex-col gap-4 px-4 py-4">
          <p className="flex flex-wrap items-baseline gap-x-2 text-xl font-semibold tracking-[-0.01em] text-fg tabular-nums">
            {shareOf(indice, locale)}
            <TrendMark trend={tendencia} />
          </p>
          <ul className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
            {BANDS.map((band) => (
              <li key={band} className="inline-flex items-center gap-1.5">
                <span aria-hidden className={`size-2 rounded-full ${INK[band]}`} />
                {t(`school.band.${band}`)}: <span className="text-fg tabular-nums">{format.number(faixas[band] ?? 0)}</span>
              </li>
            ))}
          </ul>
          <div className="flex flex-col gap-3">
            {PARTS.map((part) => {
              const share = componentes[part] ?? null;
              const name = t(`school.engagement.${part}`);
              return share === null ? (
                <p key={part} className="flex justify-between text-xs text-muted">
                  {name} <NoFigure why={t("school.none.component")} />
                </p>
              ) : (
                <Meter key={part} label={name} value={share} max={1} words={shareOf(share, locale)} warnAt={2} badAt={2} />
              );
            })}
          </div>
        </Card>
      )}
    </Section>
  );
}
