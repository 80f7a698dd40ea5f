import type { ReactNode } from "react";

import type { PlanStep } from "@/api";
import { useT } from "@/i18n";
import { EditableText } from "@/plans/EditableText";
import { setStep, type StepField } from "@/plans/editing";
import { Params } from "@/plans/Params";
import { Fold, ResultData } from "@/stage";
import { Select, Switch } from "@/ui";
import type { Editor } from "./useEditor";

interface StepMoreProps {
  readonly step: PlanStep;
  readonly editor: Editor;
  readonly editable: boolean;
}

const ACTIONS = ["", "create", "modify", "delete"] as const;

/** What is less often read of a step: why, its file, what it waits for, whether it asks first, its values, its result. */
export function StepMore({ step, editor, editable }: StepMoreProps) {
  const t = useT();
  const { version } = editor.plan;
  const set = (field: StepField, value: unknown, seen?: number) => editor.edit(setStep(step.id, field, value), seen);
  const ids = (text: string) => text.split(/[,\s]+/).filter((id) => id !== "");
  return (
    <Fold title={t("plans.step.more")}>
      <div className="flex flex-col gap-2 pb-1 text-xs">
        <Line name={t("plans.field.rationale")}>
          <EditableText
            optional
            label={t("plans.field.rationale")}
            placeholder="—"
            value={step.rationale}
            version={version}
            disabled={!editable}
            onSave={(value, seen) => set("rationale", value, seen)}
          />
        </Line>
        <Line name={t("plans.field.file")}>
          <EditableText
            optional
            mono
            label={t("plans.field.file")}
            placeholder="—"
            value={step.file ?? ""}
            version={version}
            disabled={!editable}
            onSave={(value, seen) => set("file", value || null, seen)}
          />
        </Line>
        {(step.file || step.file_action) && (
          <Line name={t("plans.field.file_action")}>
            <Select
              label={t("plans.field.file_action")}
              value={step.file_action ?? ""}
              disabled={!editable}
              onChange={(value) => set("file_action", value || null)}
              options={ACTIONS.map((value) => ({ value, label: value === "" ? "—" : t(`plans.action.${value}`) }))}
              className="w-36"
            />
          </Line>
        )}
        <Line name={t("plans.field.dependencies")}>
          <EditableText
            optional
            label={t("plans.field.dependencies")}
            placeholder="—"
            value={step.dependencies.join(", ")}
            version={version}
            disabled={!editable}
            onSave={(value, seen) => set("dependencies", ids(value), seen)}
          />
        </Line>
        <Line name={t("plans.field.approval")}>
          <Switch
            label={t("plans.field.approval")}
            checked={step.approval === "before"}
            disabled={!editable}
            onChange={(asks) => set("approval", asks ? "before" : null)}
          />
        </Line>
        {step.call && <Params params={step.call.params} names={{}} />}
        {step.result != null && <ResultData data={step.result} />}
      </div>
    </Fold>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-start gap-2">
      <span className="w-28 shrink-0 leading-5 text-muted">{name}</span>
      <div className="min-w-0 flex-1 leading-5 text-fg">{children}</div>
    </div>
  );
}
