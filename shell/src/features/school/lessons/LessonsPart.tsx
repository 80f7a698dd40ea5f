import { BookOpen } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { useSchoolList } from "@/api";
import { useI18n } from "@/i18n";
import { dayOf } from "@/i18n/amounts";
import { Rows } from "@/stage";
import { Badge, Row } from "@/ui";
import { ListFrame } from "../edit/ListFrame";
import { MakeDialog } from "../edit/MakeDialog";
import { useListWish } from "../edit/useListWish";
import { pathTo } from "../paths";
import type { PartProps } from "../routes";
import { lessonStatusOf, LESSON_TONES } from "./roteiro";

/** The lessons there are, the latest first. */
export function LessonsPart({ home }: PartProps) {
  const { t, locale } = useI18n();
  const [, go] = useLocation();
  const list = useListWish();
  const [making, make] = useState(false);
  const { data, error, refetch } = useSchoolList("aulas", list.wish);
  return (
    <>
      <ListFrame
        home={home}
        list={list}
        label={t("school.lessons.search")}
        icon={BookOpen}
        empty={["school.lessons.none", "school.lessons.none.about"]}
        total={data?.total}
        error={error}
        onRetry={() => void refetch()}
        add="school.make.aula"
        onAdd={() => make(true)}
      >
        <Rows label={t("school.part.aulas")}>
          {data?.aulas.map((each) => (
            <Row
              key={each.id}
              href={pathTo("aulas", each.id)}
              title={each.titulo}
              detail={[each.turma, each.materia].filter(Boolean).join(" · ")}
              trailing={
                <>
                  <span className="max-sm:hidden">{t("school.lesson.activities.n", { count: each.n_atividades })}</span>
                  <Badge tone={LESSON_TONES[lessonStatusOf(each.status)]}>{t(`school.lesson.status.${lessonStatusOf(each.status)}`)}</Badge>
                  <span className="w-24 text-right">{each.data ? dayOf(each.data, locale) : t("school.lesson.nodate")}</span>
                </>
              }
            />
          ))}
        </Rows>
      </ListFrame>
      {making && (
        <MakeDialog
          kind="aula"
          known={{ turma_id: list.turma }}
          onClose={(made) => {
            make(false);
            if (made !== undefined) go(pathTo("aulas", made));
          }}
        />
      )}
    </>
  );
}
