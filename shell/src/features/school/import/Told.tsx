import { CircleCheck } from "lucide-react";

import { useI18n } from "@/i18n";
import { Card, classes } from "@/ui";
import { Cells } from "./Cells";
import { CountList } from "./CountList";
import { Lines } from "./Lines";
import { countsOf, hasWork, isRoster, leftOf, notesOf, type Telling } from "./telling";

const COUNTS = ["criar", "alterar", "remover", "iguais", "rejeitadas"] as const;
const INK = { criar: "text-ok-text", alterar: "text-run-text", remover: "text-warn-text", iguais: "text-muted", rejeitadas: "text-bad-text" } as const;

/** What a file would do: how much is new, changed, the same and refused; then cell by cell, and who was not found. */
export function Told({ told, busy }: { readonly told: Telling; readonly busy?: boolean }) {
  const { t, format } = useI18n();
  const counts = countsOf(told);
  return (
    <div aria-busy={busy} className={classes("flex flex-col gap-4 transition-opacity", busy && "opacity-60")}>
      <Card className="flex flex-col gap-3 px-5 py-4">
        <p className="text-sm text-fg">{told.resumo}</p>
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          {COUNTS.filter((name) => name !== "remover" || (counts.remover ?? 0) > 0).map((name) => (
            <div key={name} className="flex flex-col-reverse">
              <dt className="text-xs text-muted">{t(`school.import.count.${name}`)}</dt>
              <dd className={classes("text-lg font-semibold tabular-nums", counts[name] === 0 ? "text-muted" : INK[name])}>{format.number(counts[name] ?? 0)}</dd>
            </div>
          ))}
        </dl>
        {!hasWork(told) && (
          <p className="flex items-start gap-2 text-sm text-fg">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
            {t("school.import.same")}
          </p>
        )}
        <Lines title={t("school.import.warnings")} tone="warn" lines={notesOf(told)} />
        {isRoster(told) ? (
          <Lines title={t("school.import.orphans", { count: told.orfaos.length })} tone="bad" lines={told.orfaos.map(({ arquivo, linha, motivo, valores }) => t("school.import.line", { where: `${arquivo}:${linha}`, why: valores === undefined ? motivo : `${motivo} [${valores}]` }))} />
        ) : (
          <>
            <Lines title={t("school.import.unknown", { count: told.nao_encontrados.length })} tone="bad" lines={told.nao_encontrados.map(({ linha, nome, motivo }) => t("school.import.person", { line: linha, name: nome, why: motivo }))} />
            <Lines title={t("school.import.twins", { count: told.duplicados.length })} tone="bad" lines={told.duplicados.map(({ linha, nome, motivo }) => t("school.import.person", { line: linha, name: nome, why: motivo }))} />
            <Lines title={t("school.import.newcomers", { count: told.alunos_novos.length })} tone="run" lines={told.alunos_novos} />
          </>
        )}
        <Lines title={t("school.import.left", { count: told.total_deixados ?? 0 })} tone="warn" lines={leftOf(told)} />
      </Card>
      <CountList told={told} />
      {!isRoster(told) && told.celulas.length > 0 && <Cells cells={told.celulas} total={told.total_celulas} />}
    </div>
  );
}
