import { CalendarCheck } from "lucide-react";
import { Link } from "wouter";

import type { SchoolAlertaFrequencia } from "@/api";
import { useI18n } from "@/i18n";
import { Rows, Section } from "@/stage";
import { Badge, Card } from "@/ui";
import { shareOf } from "../figures";
import { pathTo } from "../paths";

interface AlertsProps {
  readonly alerts: readonly SchoolAlertaFrequencia[];
  /** The least attendance, from 0 to 1. */
  readonly minimum: number;
}

/** Students who miss too much, or nearly: something for a teacher to look at, nothing that is decided. */
export function Alerts({ alerts, minimum }: AlertsProps) {
  const { t, locale } = useI18n();
  return (
    <Section title={t("school.alerts")} aside={<span className="text-muted">{t("school.alerts.minimum", { share: shareOf(minimum, locale) })}</span>}>
      {alerts.length === 0 ? (
        <Card className="flex items-center gap-3 px-4 py-3.5 text-sm text-muted">
          <CalendarCheck aria-hidden className="size-4 shrink-0 text-ok" />
          {t("school.alerts.none")}
        </Card>
      ) : (
        <Rows label={t("school.alerts")}>
          {alerts.map(({ aluno, situacao, frequencia, faltas, registros, restantes }) => (
            <div key={aluno.id} className="flex min-h-[52px] items-center gap-3 px-4 py-2 text-sm">
              <div className="min-w-0 flex-1">
                <Link href={pathTo("alunos", aluno.id)} className="block truncate rounded-sm text-fg underline-offset-2 hover:underline">
                  {aluno.nome}
                </Link>
                <p className="text-xs text-muted tabular-nums">
                  {t("school.alert.absences", { count: faltas, total: registros })}
                  {restantes !== null && ` · ${restantes > 0 ? t("school.alert.left", { count: restantes }) : t("school.alert.over")}`}
                </p>
              </div>
              <span className="text-sm font-medium text-fg tabular-nums">{shareOf(frequencia, locale)}</span>
              <Badge tone={situacao === "em_risco" ? "warn" : "bad"}>{t(`school.alert.short.${situacao}`)}</Badge>
            </div>
          ))}
        </Rows>
      )}
    </Section>
  );
}
