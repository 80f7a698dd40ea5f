import type { SchoolInicio } from "@/api";
import { useT } from "@/i18n";
import { useOwnAgent } from "@/state";
import type { Aside, Part } from "./paths";

/** While School Power is open, Jota answers new conversations; what can be tried names a class there is. */
export function useJota(home: SchoolInicio | undefined, part: Part | Aside | undefined, id: string | undefined): void {
  const t = useT();
  const open = part === "turmas" ? home?.turmas.find((each) => each.id === id) : undefined;
  const turma = open ?? home?.turmas[0];
  const suggestions =
    turma === undefined
      ? [t("school.try.none")]
      : [t("school.try.activities", { turma: turma.nome }), t("school.try.how", { turma: turma.nome }), t("school.try.week")];
  useOwnAgent("jota", suggestions, id === undefined ? undefined : `school:${id}`);
}
