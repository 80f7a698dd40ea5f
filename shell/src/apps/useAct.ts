import { useAppAction } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble, useUndoToast } from "@/stage";

type Act = (name: string, params: Readonly<Record<string, unknown>>, said: string) => Promise<boolean>;

/** Does one thing at once, says so, and gives the way back; the answer is whether it went through. */
export function useAct(app: "atlas" | "school"): Act {
  const t = useT();
  const action = useAppAction(app);
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
