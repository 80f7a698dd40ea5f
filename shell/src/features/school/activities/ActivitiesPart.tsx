import { NotebookPen } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { useSchoolList } from "@/api";
import { useI18n } from "@/i18n";
import { Rows } from "@/stage";
import { Badge, Row } from "@/ui";
import { ListFrame } from "../edit/ListFrame";
import { useListWish } from "../edit/useListWish";
import { pathTo } from "../paths";
import type { PartProps } from "../routes";
import { NewActivityDialog } from "./NewActivityDialog";
import { statusOf, toneOf } from "./words";

/** The activities there are, the latest first. */
export function ActivitiesPart({ home }: PartProps) {
  const { t, format } = useI18n();
  const [, go] = useLocation();
  const list = useListWish();
  const [making, make] = useState(false);
  const { data, error, refetch } = useSchoolList("atividades", list.wish);
  return (
    <>
      <ListFrame
        home={home}
        list={list}
        label={t("school.activities.search")}
        icon={NotebookPen}
        empty={["school.activities.none", "school.activities.none.about"]}
        total={data?.total}
        error={error}
        onRetry={() => void refetch()}
        add="school.activity.new"
        onAdd={() => make(true)}
      >
        <Rows label={t("school.part.atividades")}>
          {data?.atividades.map((each) => (
            <Row
              key={each.id}
              href={pathTo("atividades", each.id)}
              title={each.titulo}
              detail={[each.tipo_nome, each.turma, each.materia].filter(Boolean).join(" · ")}
              trailing={
                <>
                  <span className="max-md:hidden">{each.habilidades.slice(0, 2).join(" ")}</span>
                  <span className="max-sm:hidden">{t("school.questions.n", { count: each.n_questoes })}</span>
                  <Badge tone={toneOf(statusOf(each.status))}>{t(`school.status.${statusOf(each.status)}`)}</Badge>
                  <span className="min-w-28 text-right whitespace-nowrap max-sm:hidden">{each.created_at && format.ago(each.created_at)}</span>
                </>
              }
            />
          ))}
        </Rows>
      </ListFrame>
      {making && (
        <NewActivityDialog
          turma={list.turma}
          onClose={(made) => {
            make(false);
            if (made !== undefined) go(pathTo("atividades", made));
          }}
        />
      )}
    </>
  );
}
