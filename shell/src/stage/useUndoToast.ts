import { useUndo } from "@/api";
import { useT } from "@/i18n";
import { undoToast } from "@/ui";
import { tellTrouble } from "./trouble";

/** Says that something was removed, with the way back: `told(t("scheduled.deleted"), removed.change)`. */
export function useUndoToast(): (message: string, change: string) => void {
  const t = useT();
  const undo = useUndo();
  return (message, change) =>
    undoToast({
      message,
      // The screen that removed it may be gone by then: its own callbacks would not be called any more.
      undo: () => undo.mutateAsync({ kind: "change", id: change }).catch((error: unknown) => tellTrouble(error, t)),
    });
}
