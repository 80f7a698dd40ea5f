import { Map as Route } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { useSchoolList } from "@/api";
import { useI18n } from "@/i18n";
import { percentOf } from "@/i18n/amounts";
import { Rows } from "@/stage";
import { Row } from "@/ui";
import { fold } from "../edit/fold";
import { ListFrame } from "../edit/ListFrame";
import { MakeDialog } from "../edit/MakeDialog";
import { useListWish } from "../edit/useListWish";
import { pathTo } from "../paths";
import type { PartProps } from "../routes";
import { shareIn, termOf } from "./coverage";

/** The teaching plans there are, and how much of the curriculum is in each. */
export function PlansPart({ home }: PartProps) {
  const { t, locale } = useI18n();
  const [, go] = useLocation();
  const list = useListWish();
  const [making, make] = useState(false);
  const { data, error, refetch } = useSchoolList("planos", list.wish);
  // There are few, and all of them are here: their words are looked for on the spot.
  const wanted = fold(list.words).split(/\s+/).filter(Boolean);
  const plans = data?.planos.filter(({ materia, turma, periodo }) => wanted.every((word) => fold(`${materia.nome} ${turma.nome} ${periodo}`).includes(word)));
  return (
    <>
      <ListFrame
        home={home}
        list={list}
        label={t("school.plans.search")}
        icon={Route}
        empty={["school.plans.none", "school.plans.none.about"]}
        total={plans?.length}
        error={error}
        onRetry={() => void refetch()}
        add="school.make.plano"
        onAdd={() => make(true)}
      >
        <Rows label={t("school.part.planos")}>
          {plans?.map((each) => (
            <Row
              key={each.id}
              href={pathTo("planos", each.id)}
              title={`${each.materia.nome} · ${each.turma.nome}`}
              detail={termOf(each.periodo)}
              trailing={
                <>
                  <span className="max-sm:hidden">{t("school.plan.units", { count: each.n_unidades })}</span>
                  <span aria-hidden className="h-1.5 w-20 overflow-hidden rounded-full bg-active max-sm:hidden">
                    <span className="block h-full rounded-full bg-run" style={{ width: `${shareIn(each)}%` }} />
                  </span>
                  <span className="w-12 text-right">{percentOf(shareIn(each), locale)}</span>
                </>
              }
            />
          ))}
        </Rows>
      </ListFrame>
      {making && (
        <MakeDialog
          kind="plano"
          known={{ turma_id: list.turma || (home.turmas[0]?.id ?? "") }}
          onClose={(made) => {
            make(false);
            if (made !== undefined) go(pathTo("planos", made));
          }}
        />
      )}
    </>
  );
}
