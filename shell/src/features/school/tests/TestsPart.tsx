import { ClipboardCheck } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { useSchoolList } from "@/api";
import { useI18n } from "@/i18n";
import { dayOf } from "@/i18n/amounts";
import { Rows } from "@/stage";
import { Row } from "@/ui";
import { ListFrame } from "../edit/ListFrame";
import { MakeDialog } from "../edit/MakeDialog";
import { useListWish } from "../edit/useListWish";
import { markOf } from "../figures";
import { pathTo } from "../paths";
import type { PartProps } from "../routes";

/** The tests there are, the latest first, and how far their marks are. */
export function TestsPart({ home }: PartProps) {
  const { t, locale } = useI18n();
  const [, go] = useLocation();
  const list = useListWish();
  const [making, make] = useState(false);
  const { data, error, refetch } = useSchoolList("avaliacoes", list.wish);
  return (
    <>
      <ListFrame
        home={home}
        list={list}
        label={t("school.exams.search")}
        icon={ClipboardCheck}
        empty={["school.exams.none", "school.exams.none.about"]}
        total={data?.total}
        error={error}
        onRetry={() => void refetch()}
        add="school.make.avaliacao"
        onAdd={() => make(true)}
      >
        <Rows label={t("school.part.avaliacoes")}>
          {data?.avaliacoes.map((each) => (
            <Row
              key={each.id}
              href={pathTo("avaliacoes", each.id)}
              title={each.titulo}
              detail={[each.turma.nome, each.materia.nome].join(" · ")}
              trailing={
                <>
                  <span className="max-sm:hidden">{t("school.exam.marked", { n: each.lancadas, total: each.total_alunos })}</span>
                  <span className="w-16 text-right text-fg">{each.media === null ? "–" : markOf(each.media, locale)}</span>
                  <span className="w-24 text-right">{dayOf(each.data, locale)}</span>
                </>
              }
            />
          ))}
        </Rows>
      </ListFrame>
      {making && (
        <MakeDialog
          kind="avaliacao"
          known={{ turma_id: list.turma, data: home.hoje }}
          onClose={(made) => {
            make(false);
            if (made !== undefined) go(pathTo("avaliacoes", made));
          }}
        />
      )}
    </>
  );
}
