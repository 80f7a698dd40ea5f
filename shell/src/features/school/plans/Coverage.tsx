import { useState } from "react";

import type { SchoolPaginaPlano } from "@/api";
import { useI18n } from "@/i18n";
import { percentOf } from "@/i18n/amounts";
import { Section } from "@/stage";
import { Card, classes, rove } from "@/ui";
import { shareIn, type Square, squaresOf, type Standing } from "./coverage";

const LOOKS: Readonly<Record<Standing, string>> = {
  worked: "bg-ok border-transparent",
  planned: "bg-run-soft border-run",
  outside: "bg-panel border-line-strong",
};

/** All skills of the year as a picture: worked on, planned, or left out. Arrow keys read it one by one. */
export function Coverage({ page }: { readonly page: SchoolPaginaPlano }) {
  const { t, locale } = useI18n();
  const squares = squaresOf(page);
  const [at, read] = useState(0);
  const current = squares[Math.min(at, squares.length - 1)];
  const count = (standing: Standing) => squares.filter((each) => each.standing === standing).length;
  const share = shareIn(page);
  return (
    <Section title={t("school.plan.coverage")} aside={<span className="text-muted tabular-nums">{t("school.plan.coverage.of", { n: page.incluidas, total: page.habilidades_total, share: percentOf(share, locale) })}</span>}>
      <Card className="flex flex-col gap-3 px-4 py-3.5">
        <div role="toolbar" aria-label={t("school.plan.coverage.help")} onKeyDown={rove} className="flex flex-wrap gap-1">
          {squares.map((square, index) => (
            <button
              key={square.code}
              type="button"
              tabIndex={index === at ? 0 : -1}
              aria-label={t(`school.plan.square.${square.standing}`, { code: square.code })}
              onFocus={() => read(index)}
              onPointerEnter={() => read(index)}
              className={classes("size-5 rounded-[5px] border", LOOKS[square.standing], index === at && "outline-2 outline-offset-1 outline-fg")}
            />
          ))}
        </div>
        <dl className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
          {(["worked", "planned", "outside"] as const).map((standing) => (
            <div key={standing} className="flex items-center gap-1.5">
              <dt className="flex items-center gap-1.5">
                <span aria-hidden className={classes("size-3 rounded-[3px] border", LOOKS[standing])} />
                {t(`school.plan.legend.${standing}`)}
              </dt>
              <dd className="text-fg tabular-nums">{count(standing)}</dd>
            </div>
          ))}
        </dl>
        {current && <Read square={current} />}
      </Card>
    </Section>
  );
}

function Read({ square }: { readonly square: Square }) {
  const { t } = useI18n();
  return (
    <p className="min-h-10 border-t border-line pt-2.5 text-sm text-muted">
      <span className="font-medium text-fg">{square.code}</span> {square.words} {square.times > 0 && <span className="whitespace-nowrap">{t("school.plan.times", { count: square.times })}</span>}
    </p>
  );
}
