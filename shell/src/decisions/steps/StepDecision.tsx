import { PencilLine, X } from "lucide-react";

import { type Graph, type StepView, useApproval, useStep } from "@/api";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Button, Skeleton } from "@/ui";
import { ApprovalCard } from "../ApprovalCard";
import { JsonField } from "../JsonField";
import { type Editing, mayCorrect, useStepEdit } from "./useStepEdit";

interface StepDecisionProps {
  readonly run: string;
  readonly step: StepView;
  /** The id of what is asked. */
  readonly approval: string;
  /** What the steps share, as far as this step sees it. */
  readonly state: Readonly<Record<string, unknown>>;
  /** What the run does from here on, when that was changed, and what it was made from: both go along with the decision. */
  readonly change?: { readonly graph: Graph; readonly seen: string };
}

/** The card of a step that waits: what is asked, what can be changed first, and the choice. */
export function StepDecision({ run, step, approval: id, state, change }: StepDecisionProps) {
  const { data: approval, error, refetch } = useApproval(id);
  const editing = useStepEdit(state);
  if (approval === undefined) {
    return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-40 w-full rounded-lg" />;
  }
  const editable = approval.kind === "step" && step.inside === null && Object.keys(state).length > 0;
  const correctable = approval.kind === "step" && mayCorrect(step);
  return (
    <ApprovalCard
      approval={approval}
      edit={change === undefined || editing.edit === null ? editing.edit : { ...editing.edit, ...change }}
      change={
        (editable || correctable) && (
          <div className="flex flex-wrap gap-x-1 gap-y-2">
            {editable && <Change what="state" editing={editing} value={state} />}
            {correctable && <Correction run={run} step={step} editing={editing} />}
          </div>
        )
      }
    />
  );
}

function Correction({ run, step, editing }: { readonly run: string; readonly step: StepView; readonly editing: Editing }) {
  const { data } = useStep(run, step.place);
  return data === undefined ? null : <Change what="result" editing={editing} value={data.result} />;
}

interface ChangeProps {
  readonly what: "state" | "result";
  readonly editing: Editing;
  readonly value: unknown;
}

function Change({ what, editing, value }: ChangeProps) {
  const t = useT();
  const draft = editing[what];
  if (draft === undefined) {
    return (
      <Button size="sm" tone="quiet" icon={PencilLine} onClick={() => editing.begin(what, value)}>
        {t(`decisions.edit.${what}`)}
      </Button>
    );
  }
  return (
    <div className="flex w-full flex-col gap-1">
      <JsonField
        label={t(`decisions.edit.${what}.label`)}
        about={t(`decisions.edit.${what}.about`)}
        draft={draft}
        onChange={(text) => editing.change(what, text)}
      />
      <Button size="sm" tone="quiet" icon={X} onClick={() => editing.stop(what)} className="self-start">
        {t("decisions.edit.stop")}
      </Button>
    </div>
  );
}
