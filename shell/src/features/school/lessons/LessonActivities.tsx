import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { useState } from "react";

import { type SchoolPaginaAula, useSchoolList } from "@/api";
import { Note } from "@/apps";
import { useT } from "@/i18n";
import { Rows, Section, useSettled } from "@/stage";
import { Button, IconButton, Popover, Row, SearchField } from "@/ui";
import type { Editing } from "../edit/useEditing";
import { pathTo } from "../paths";
import { moved } from "./roteiro";

interface LessonActivitiesProps {
  readonly page: SchoolPaginaAula;
  readonly editing: Editing<SchoolPaginaAula["aula"]>;
}

/** The activities a lesson uses, in their order. */
export function LessonActivities({ page, editing: { shown, save } }: LessonActivitiesProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const known = new Map(page.atividades.map((each) => [each.id, each]));
  const put = (atividades: readonly string[]) => save({ atividades: [...atividades] });
  return (
    <Section
      title={t("school.lesson.activities")}
      aside={
        <Popover
          open={open}
          onOpenChange={setOpen}
          align="end"
          label={t("school.activities.search")}
          className="w-[min(400px,calc(100vw-24px))] p-2"
          trigger={
            <Button size="sm" icon={Plus}>
              {t("school.lesson.activities.add")}
            </Button>
          }
        >
          <Found
            turma={shown.turma_id ?? undefined}
            taken={shown.atividades}
            onChoose={(id) => {
              setOpen(false);
              put([...shown.atividades, id]);
            }}
          />
        </Popover>
      }
    >
      {shown.atividades.length === 0 ? (
        <Note>{t("school.lesson.activities.none")}</Note>
      ) : (
        <Rows label={t("school.lesson.activities")}>
          {shown.atividades.map((id, index) => {
            const each = known.get(id);
            const title = each?.titulo ?? id;
            return (
              <Row
                key={id}
                href={pathTo("atividades", id)}
                title={title}
                detail={each && `${each.tipo_nome} · ${t("school.questions.n", { count: each.n_questoes })}`}
                trailing={
                  <>
                    {index > 0 && <IconButton size="sm" icon={ArrowUp} label={t("school.work.up", { title })} onClick={() => put(moved(shown.atividades, index, index - 1))} />}
                    {index < shown.atividades.length - 1 && <IconButton size="sm" icon={ArrowDown} label={t("school.work.down", { title })} onClick={() => put(moved(shown.atividades, index, index + 1))} />}
                    <IconButton size="sm" icon={X} label={t("ui.remove", { name: title })} onClick={() => put(shown.atividades.filter((other) => other !== id))} />
                  </>
                }
              />
            );
          })}
        </Rows>
      )}
    </Section>
  );
}

function Found({ turma, taken, onChoose }: { readonly turma: string | undefined; readonly taken: readonly string[]; readonly onChoose: (id: string) => void }) {
  const t = useT();
  const [words, setWords] = useState("");
  const busca = useSettled(words.trim(), 150);
  const { data } = useSchoolList("atividades", { busca, turma, limit: 20 });
  const left = (data?.atividades ?? []).filter(({ id }) => !taken.includes(id));
  return (
    <div className="flex flex-col gap-1.5">
      <SearchField label={t("school.activities.search")} value={words} onChange={setWords} className="w-full" />
      <ul aria-label={t("school.part.atividades")} className="max-h-72 overflow-y-auto">
        {left.map((each) => (
          <li key={each.id}>
            <button type="button" onClick={() => onChoose(each.id)} className="flex w-full flex-col rounded-sm px-2 py-1.5 text-left hover:bg-hover">
              <span className="w-full truncate text-sm text-fg">{each.titulo}</span>
              <span className="text-xs text-muted">{each.tipo_nome}</span>
            </button>
          </li>
        ))}
        {data && left.length === 0 && <li className="px-2 py-3 text-center text-xs text-muted">{t("school.list.none")}</li>}
      </ul>
    </div>
  );
}
