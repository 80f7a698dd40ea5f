import { useSchoolAction } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble, useUndoToast } from "@/stage";

/** Does one thing at once, says so, and gives the way back: `act("school.editar_aula", { … }, t("school.saved"))`. */
export function useAct(): (name: string, params: Readonly<Record<string, unknown>>, said: string) => Promise<boolean> {
  const t = useT();
  const action = useSchoolAction();
  const told = useUndoToast();
  return (name, params, said) =>
    action.mutateAsync({ name, params: () => params }).then(
      ({ change }) => {
        if (change !== undefined) told(said, change);
        return true;
      },
      (error: unknown) => {
        tellTrouble(error, t);
        return false;
      },
    );
}
