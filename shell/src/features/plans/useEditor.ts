import { useState } from "react";

import { isProblem, type Plan, useEditPlan, usePlan } from "@/api";
import { useT } from "@/i18n";
import { type Edited, valueAt } from "@/plans/editing";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { toast } from "@/ui";

/** Two people changed the very same thing: what either of them wrote there. */
export interface Clash {
  readonly path: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly edited: Edited;
}

export interface Editor {
  readonly plan: Plan;
  /** Change what the plan says, as seen in that version; the current one unless told. */
  readonly edit: (edited: Edited, version?: number) => void;
  readonly clash: Clash | null;
  /** Go on with the own text, or with the other one. */
  readonly settle: (keep: boolean) => void;
}

/** Editing a plan: shown at once, others' changes taken in, and what both changed put side by side. */
export function useEditor(plan: Plan): Editor {
  const t = useT();
  const { refetch } = usePlan(plan.id);
  const { mutateAsync } = useEditPlan();
  const [clash, setClash] = useState<Clash | null>(null);
  const send = async (edited: Edited, version: number) => {
    try {
      const view = await mutateAsync({ id: plan.id, version, ...edited });
      if (view.merged) toast(t("plans.merged"));
      announce(t("plans.saved"));
    } catch (error) {
      const { data: fresh } = await refetch();
      const path = edited.edits[0]?.path ?? "steps";
      if (isProblem(error, "conflict_version") && fresh) {
        setClash({ path, mine: valueAt(edited.shown(plan), path), theirs: valueAt(fresh.plan, path), edited });
      } else tellTrouble(error, t);
    }
  };
  return {
    plan,
    edit: (edited, version = plan.version) => void send(edited, version),
    clash,
    settle: (keep) => {
      if (clash !== null && keep) void send(clash.edited, plan.version);
      setClash(null);
    },
  };
}
