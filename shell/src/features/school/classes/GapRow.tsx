import { WandSparkles } from "lucide-react";

import type { SchoolGap } from "@/api";
import { useI18n } from "@/i18n";
import { fixedOf } from "@/i18n/amounts";
import { Badge, Button, classes } from "@/ui";
import { PRIORITY_TONE, type Priority, shareOf } from "../figures";

const INK: Readonly<Record<Priority, string>> = { alta: "bg-bad", media: "bg-warn", baixa: "bg-run", nenhuma: "bg-ok" };

interface GapRowProps {
  readonly gap: SchoolGap;
  readonly onMake: () => void;
}

/** A skill: its words, how many are below with how sure that is, and the way to do something about it. */
export function GapRow({ gap, onMake }: GapRowProps) {
  const { t, locale } = useI18n();
  const { habilidade, intervalo, indice_gap, prioridade, n_alunos, n_itens } = gap;
  const below = gap.pct_abaixo ?? 0;
  const [low = below, high = below] = intervalo ?? [];
  const name = habilidade.codigo || habilidade.texto;
  const from = t("school.gap.from", { students: t("school.students.count", { count: n_alunos }), items: t("school.items.count", { count: n_itens }) });
  const told = t("school.gap.told", { share: shareOf(below, locale), low: shareOf(low, locale), high: shareOf(high, locale) });
  const index = indice_gap === null ? "" : ` · ${t("school.gap.index", { value: fixedOf(indice_gap, 1, locale) })}`;
  return (
    <li className="grid gap-x-4 gap-y-2.5 px-4 py-3.5 @[640px]:grid-cols-[minmax(0,40%)_minmax(0,1fr)_184px] @[640px]:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className={classes("text-xs font-medium text-fg", habilidade.codigo !== "" && "font-mono")}>{name}</span>
          <Badge tone={PRIORITY_TONE[prioridade]}>{t(`school.priority.${prioridade}`)}</Badge>
        </p>
        {habilidade.texto !== name && (
          <p title={habilidade.texto} className="mt-1 line-clamp-2 text-xs text-pretty text-muted">
            {habilidade.texto}
          </p>
        )}
      </div>
      <div className="min-w-0">
        <div role="img" aria-label={`${told} ${from}`} className="relative h-5">
          <span className="absolute inset-x-0 top-1.5 h-2 rounded-full bg-active" />
          <span className={classes("absolute top-1.5 left-0 h-2 rounded-full", INK[prioridade])} style={{ width: `${below * 100}%` }} />
          {high > low && (
            <span className="absolute top-0.5 h-4 border-x-[1.5px] border-fg/70" style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }}>
              <span className="absolute inset-x-0 top-1/2 h-[1.5px] -translate-y-1/2 bg-fg/70" />
            </span>
          )}
        </div>
        <p aria-hidden className="mt-0.5 text-xs text-muted tabular-nums">
          <span className="font-medium text-fg">{t("school.gap.below", { share: shareOf(below, locale) })}</span> · {from}
          {index}
        </p>
      </div>
      <Button size="sm" icon={WandSparkles} onClick={onMake} aria-label={t("school.gap.make.of", { code: name })} className="justify-self-start @[640px]:justify-self-end">
        {t("school.gap.make")}
      </Button>
    </li>
  );
}
