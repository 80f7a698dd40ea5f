import { useAtlasAction } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble, useUndoToast } from "@/stage";

/** Does one thing at once, says so, and gives the way back: `act("atlas.update_task", { … }, t("atlas.edited", { title }))`. */
export function useAct(): (name: string, params: Readonly<Record<string, unknown>>, said: string) => void {
  const t = useT();
  const action = useAtlasAction();
  const told = useUndoToast();
  return (name, params, said) =>
    action.mutate(
      { name, params: () => params },
      {
        onSuccess: ({ change }) => change !== undefined && told(said, change),
        onError: (error) => tellTrouble(error, t),
      },
    );
}
