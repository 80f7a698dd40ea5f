import { useI18n } from "@/i18n";
import { longDayOf } from "../days";
import { ClassCards } from "../classes/ClassCards";
import type { PartProps } from "../routes";
import { Agenda } from "./Agenda";
import { Attention } from "./Attention";
import { Recent } from "./Recent";

/** The teacher's home: today, what needs attention, the classes, the week, what was made lately. */
export function HomePart({ home }: PartProps) {
  const { t, locale } = useI18n();
  const { turmas, alunos, atividades } = home.totais;
  const facts = [
    t("school.classes.count", { count: turmas ?? home.turmas.length }),
    t("school.students.count", { count: alunos ?? 0 }),
    ...(atividades ? [t("school.activities.count", { count: atividades })] : []),
  ];
  return (
    <div className="@container flex flex-col gap-7">
      <p className="-mt-2 text-sm text-muted">
        <span className="font-medium text-fg">{longDayOf(home.hoje, locale)}</span> · {facts.join(" · ")}
      </p>
      <div className="grid items-start gap-x-6 gap-y-7 @[760px]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Attention items={home.atencao} />
        <Agenda events={home.agenda} today={home.hoje} classes={home.turmas} />
      </div>
      <ClassCards home={home} />
      <Recent activities={home.recentes} />
    </div>
  );
}
