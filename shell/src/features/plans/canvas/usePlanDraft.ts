import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";

import { isProblem, type Plan, useEditPlan, usePlan } from "@/api";
import { type Conflict, draftOfPlan, EMPTY_HISTORY, merge, planEdits } from "@/flow";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { toast } from "@/ui";
import { type EditorStore, makeEditor, NO_LOOKS } from "@/workflows";
import { type Drawn, forgetDrawn, refusalIn, rememberDrawn, startOf } from "./drawn";

export interface PlanDraft {
  readonly store: EditorStore;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** What was changed here and elsewhere, while nobody has chosen. */
  readonly conflicts: readonly Conflict[];
  readonly save: () => void;
  readonly discard: () => void;
  /** Go on with the own changes, or with the others where both changed the same. */
  readonly settle: (keep: boolean) => void;
}

/** Drawing the steps of a plan: what was drawn is saved as edits of the plan, in a version of its own. */
export function usePlanDraft(plan: Plan, isEditable: boolean): PlanDraft {
  const t = useT();
  const { refetch } = usePlan(plan.id);
  const { mutate, isPending } = useEditPlan();
  const [start] = useState<Drawn>(() => (isEditable ? startOf(plan) : { version: plan.version, base: draftOfPlan(plan), mine: draftOfPlan(plan) }));
  const [{ version, base }, setBase] = useState<Pick<Drawn, "version" | "base">>(start);
  const [clash, setClash] = useState<{ readonly conflicts: readonly Conflict[]; readonly theirs: Drawn["base"]; readonly mine: Drawn["base"] } | null>(null);
  // The canvas asks at each edit what the plan has words for.
  const now = useRef({ base, t });
  useEffect(() => {
    now.current = { base, t };
  }, [base, t]);
  const [store] = useState(() =>
    makeEditor(start.mine, NO_LOOKS, !isEditable, EMPTY_HISTORY, (was, is) => {
      const refusal = refusalIn(now.current.base, was, is);
      if (refusal !== null) toast(now.current.t(`plans.canvas.refused.${refusal}`));
      return refusal === null;
    }),
  );
  const mine = useStore(store, ({ draft }) => draft);
  const { edits } = useMemo(() => planEdits(base, mine), [base, mine]);
  const isDirty = edits.length > 0;

  useEffect(() => {
    if (plan.version <= version) return;
    const theirs = draftOfPlan(plan);
    const drawn = store.getState().draft;
    const { draft, conflicts } = merge(base, drawn, theirs);
    now.current = { ...now.current, base: theirs };
    setBase({ version: plan.version, base: theirs });
    // What nobody can change follows the plan as it is.
    if (store.getState().isFixed || planEdits(base, drawn).edits.length === 0) store.getState().reset({ ...theirs, canvas: drawn.canvas });
    else store.getState().replace(draft);
    setClash(conflicts.length === 0 ? null : { conflicts, theirs: merge(base, theirs, drawn).draft, mine: draft });
  }, [plan, version, base, store]);

  useEffect(() => {
    if (isDirty) rememberDrawn(plan.id, { version, base, mine });
    else if (isEditable) forgetDrawn(plan.id);
  }, [plan.id, version, base, mine, isDirty, isEditable]);

  return {
    store,
    isDirty,
    isSaving: isPending,
    conflicts: clash?.conflicts ?? [],
    save: () => {
      if (isPending || !isDirty) return;
      mutate(
        { id: plan.id, version, edits, shown: (same) => same },
        {
          onSuccess: (view) => {
            if (view.merged) toast(t("plans.merged"));
            announce(t("plans.saved"));
            toast.success(t("plans.saved"));
          },
          onError: (error) => {
            if (isProblem(error, "conflict_version")) void refetch();
            else tellTrouble(error, t);
          },
        },
      );
    },
    discard: () => store.getState().replace({ ...base, canvas: mine.canvas }),
    settle: (keep) => {
      if (clash !== null && !keep) store.getState().replace(clash.theirs);
      setClash(null);
    },
  };
}
