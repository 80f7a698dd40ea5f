import { Plus } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";

import type { SchoolInicio, SchoolTurmaResumo } from "@/api";
import { useI18n } from "@/i18n";
import { Section } from "@/stage";
import { Button, Card } from "@/ui";
import { markOf } from "../figures";
import { pathTo } from "../paths";
import { NewClassDialog } from "../pieces/NewClassDialog";
import { TrendMark } from "../pieces/TrendMark";
import { useYear } from "../pieces/useYear";

/** The classes side by side, each with how it stands. */
export function ClassCards({ home }: { readonly home: SchoolInicio }) {
  const { t } = useI18n();
  const [, go] = useLocation();
  const [making, make] = useState(false);
  const several = home.escolas.length > 1;
  return (
    <Section
      title={t("school.classes")}
      aside={
        <Button tone="quiet" size="sm" icon={Plus} onClick={() => make(true)}>
          {t("school.class.create")}
        </Button>
      }
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(220px,100%),1fr))] gap-3">
        {home.turmas.map((turma) => (
          <li key={turma.id} className="min-w-0">
            <ClassCard turma={turma} named={several} />
          </li>
        ))}
      </ul>
      {making && (
        <NewClassDialog
          schools={home.escolas}
          onClose={(made) => {
            make(false);
            if (made !== undefined) go(pathTo("turmas", made));
          }}
        />
      )}
    </Section>
  );
}

function ClassCard({ turma, named }: { readonly turma: SchoolTurmaResumo; readonly named: boolean }) {
  const { t, locale } = useI18n();
  const year = useYear();
  const facts = [year(turma.ano_serie), t("school.students.count", { count: turma.total_alunos }), ...(named ? [turma.escola] : [])];
  return (
    <Card className="relative flex h-full flex-col gap-3 px-4 pt-3.5 pb-3 transition-colors duration-100 focus-within:border-line-strong hover:border-line-strong hover:bg-hover">
      <div>
        <Link href={pathTo("turmas", turma.id)} className="text-md font-medium text-fg after:absolute after:inset-0 after:rounded-lg">
          {turma.nome}
        </Link>
        <p className="truncate text-xs text-muted">{facts.join(" · ")}</p>
      </div>
      {turma.media === null ? (
        <p className="text-sm text-muted">{t("school.none.marks.yet")}</p>
      ) : (
        <p className="flex items-baseline gap-2">
          <span className="text-xl font-semibold tracking-[-0.02em] text-fg tabular-nums">{markOf(turma.media, locale)}</span>
          <span className="text-xs text-muted">{t("school.mean.small")}</span>
          <TrendMark trend={turma.tendencia} className="ml-auto" />
        </p>
      )}
      <ul className="mt-auto flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {turma.abaixo !== null && <Count n={turma.abaixo} words={t("school.below.count", { count: turma.abaixo })} ink="bg-bad" />}
        {turma.alertas > 0 && <Count n={turma.alertas} words={t("school.alerts.count", { count: turma.alertas })} ink="bg-warn" />}
      </ul>
    </Card>
  );
}

function Count({ n, words, ink }: { readonly n: number; readonly words: string; readonly ink: string }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <span aria-hidden className={`size-1.5 rounded-full ${n > 0 ? ink : "bg-ok"}`} />
      {words}
    </li>
  );
}
