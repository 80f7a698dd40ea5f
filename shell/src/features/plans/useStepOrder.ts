import type { PlanStep } from "@/api";
import { useT } from "@/i18n";
import { moveStep } from "@/plans/editing";
import { type Reorder, useReorder } from "@/stage";
import { announce } from "@/state";
import type { Editor } from "./useEditor";

/** Puts the steps of a plan in another order, and tells where a moved one stands. */
export function useStepOrder(steps: readonly PlanStep[], editor: Editor, editable: boolean): Reorder {
  const t = useT();
  const ids = steps.map(({ id }) => id);
  const place = (id: string, to: number) => {
    const before = ids.filter((each) => each !== id)[to] ?? null;
    editor.edit(moveStep(id, before));
    announce(t("plans.moved", { number: to + 1, count: steps.length }));
  };
  return useReorder(ids, place, editable);
}
