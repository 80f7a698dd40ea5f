import { Lock, Save, Undo } from "lucide-react";
import { type KeyboardEvent, Suspense, useEffect, useMemo } from "react";

import { isChord } from "@/actions/keys";
import { type PlanStatus, type PlanView, useRunGraph } from "@/api";
import { INPUTS, OUTPUT, statesOf } from "@/flow";
import { useT } from "@/i18n";
import { readable } from "@/plans/editing";
import { isEditable, isOpen, openFindings } from "@/plans/standing";
import { useSteps } from "@/runs";
import { TwoVersions } from "@/stage";
import { Button, IconButton, Skeleton } from "@/ui";
import { Canvas, type Remark } from "@/workflows";
import { usePlanDraft } from "./usePlanDraft";

/** Why a plan cannot be changed, by how it stands. One that could be and cannot has a file that is broken. */
const LOCKS: Readonly<Partial<Record<PlanStatus, "approved" | "executing" | "over" | "superseded">>> = {
  approved: "approved",
  executing: "executing",
  done: "over",
  done_with_failures: "over",
  superseded: "superseded",
};

/** The steps of a plan on the canvas of workflows: changed as the plan may be changed, and live while they are done. */
export function PlanCanvas({ view }: { readonly view: PlanView }) {
  // Another standing is another canvas: what could be changed no longer can.
  const mayEdit = isEditable(view.plan) && view.broken === null;
  return <Drawing key={String(mayEdit)} view={view} mayEdit={mayEdit} />;
}

function Drawing({ view: { plan, card }, mayEdit }: { readonly view: PlanView; readonly mayEdit: boolean }) {
  const t = useT();
  const drawn = usePlanDraft(plan, mayEdit);
  const { store, isDirty } = drawn;
  const { data: graph } = useRunGraph(isOpen(plan) ? undefined : plan.run?.run_id);
  const steps = useSteps(graph);
  const why = mayEdit ? null : t(`plans.canvas.locked.${LOCKS[plan.status] ?? "broken"}`);
  useEffect(() => store.getState().look({ steps: statesOf(steps.values()) }), [store, steps]);
  useEffect(() => {
    const locked = new Map([INPUTS, OUTPUT].map((end) => [end, t("plans.canvas.end")]));
    if (why !== null) for (const { id } of plan.steps) locked.set(id, why);
    store.getState().look({ locked });
  }, [store, plan.steps, why, t]);
  const remarks = useMemo(() => {
    const found = new Map<string, Remark[]>();
    for (const { step_id, issue, suggestion } of openFindings(card.findings)) {
      if (step_id !== null) found.set(step_id, [...(found.get(step_id) ?? []), { message: issue, hint: suggestion || null, isNote: false }]);
    }
    return found;
  }, [card.findings]);
  useEffect(() => store.getState().look({ remarks }), [store, remarks]);
  const press = (event: KeyboardEvent) => {
    if (!isChord("mod+s", event.nativeEvent)) return;
    event.preventDefault();
    drawn.save();
  };
  return (
    <div className="flex h-[max(26rem,min(72vh,46rem))] min-h-0 w-full flex-col gap-2" onKeyDown={press}>
      <p role="note" className="flex gap-2 rounded-md border border-line bg-raised px-3 py-2 text-sm text-fg">
        {why !== null && <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />}
        {why ?? t("plans.canvas.about")}
      </p>
      {drawn.conflicts.length > 0 && (
        <TwoVersions
          title={t("plans.canvas.clash")}
          about={t("plans.canvas.clash.about")}
          pairs={drawn.conflicts.map(({ step = "", field, mine, theirs }) => ({ name: [step, field].filter(Boolean).join(" · "), mine: readable(mine), theirs: readable(theirs) }))}
          onKeep={() => drawn.settle(true)}
          onTake={() => drawn.settle(false)}
        />
      )}
      <Suspense fallback={<Skeleton className="size-full rounded-lg" />}>
        <Canvas
          store={store}
          aside={
            isDirty && (
              <div className="flex items-center gap-1.5 rounded-md border border-line bg-raised p-1 shadow-raised">
                <span role="status" className="px-1.5 text-xs text-muted max-md:sr-only">
                  {t("plans.canvas.unsaved")}
                </span>
                <IconButton icon={Undo} label={t("plans.canvas.discard")} onClick={drawn.discard} />
                <Button size="sm" tone="primary" icon={Save} busy={drawn.isSaving} disabled={drawn.conflicts.length > 0} onClick={drawn.save}>
                  {t("plans.canvas.save")}
                </Button>
              </div>
            )
          }
        />
      </Suspense>
    </div>
  );
}
