import { CircleAlert, Info, type LucideIcon } from "lucide-react";

import { kindOf } from "@/flow";
import { useT } from "@/i18n";
import { Fold } from "@/stage";
import { classes, Field, Switch } from "@/ui";
import type { Remark } from "../looks";
import { useEditor } from "../useEditor";
import { useLastRun } from "../words/lastRun";
import { useStepTools } from "../words/stepTools";
import { AgentFields } from "./AgentFields";
import { CallFields } from "./CallFields";
import { ConditionField } from "./ConditionField";
import { InsideFields } from "./InsideFields";
import { NameFields, TitleField } from "./NameFields";
import { QuestionFields } from "./QuestionFields";
import { RepeatFields } from "./RepeatFields";
import { RuleFields } from "./RuleFields";
import { SampleFields } from "./SampleFields";
import { StepResult } from "./StepResult";
import { type StepEditing, useStep } from "./useStep";

/** Everything a step says: what came out of it last, what it is called and does, when it runs and what happens when it fails. */
export function StepPanel({ place }: { readonly place: string }) {
  const t = useT();
  const editing = useStep(place);
  const remarks = useEditor(({ looks }) => looks.remarks.get(place));
  const { run } = useLastRun();
  const tools = useStepTools();
  if (editing === null) return null;
  const [wrong, notes] = [remarks?.filter(({ isNote }) => !isNote) ?? [], remarks?.filter(({ isNote }) => isNote) ?? []];
  return (
    <>
      <fieldset disabled={editing.isFixed} className="flex min-w-0 flex-col gap-4">
        {wrong.length > 0 && <Remarks remarks={wrong} label={t("canvas.remarks")} icon={CircleAlert} className="bg-bad-soft text-bad-text" />}
        {notes.length > 0 && <Remarks remarks={notes} label={t("canvas.notes")} icon={Info} className="bg-warn-soft text-warn-text" />}
        <StepResult key={`${run}`} place={place} />
        <TitleField editing={editing} />
        {kindOf(editing.step) === "loop" && <RepeatFields editing={editing} />}
        <KindFields editing={editing} />
        <Fold title={t("canvas.rules")}>
          <RuleFields editing={editing} />
        </Fold>
        <Fold title={t("canvas.names")}>
          <NameFields editing={editing} />
        </Fold>
        <Field label={t("canvas.field.on")} hint={editing.step.disabled ? t("canvas.off.about") : undefined}>
          {(ids) => <Switch {...ids} checked={!editing.step.disabled} onChange={(on) => editing.change({ disabled: !on })} />}
        </Field>
        <SampleFields place={place} />
      </fieldset>
      {/* What one does with the step stays in reach however long its fields are. */}
      <div className="sticky -bottom-4 -mx-4 -mb-4 bg-panel px-4 pb-3 empty:hidden">{tools(place)}</div>
    </>
  );
}

interface RemarksProps {
  readonly remarks: readonly Remark[];
  readonly label: string;
  readonly icon: LucideIcon;
  readonly className: string;
}

function Remarks({ remarks, label, icon: Icon, className }: RemarksProps) {
  return (
    <ul aria-label={label} className={classes("flex flex-col gap-1.5 rounded-md p-2.5 text-sm", className)}>
      {remarks.map(({ message, hint }, index) => (
        <li key={index} className="flex gap-2">
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 break-words">
            {message} {hint?.replaceAll("`", "")}
          </span>
        </li>
      ))}
    </ul>
  );
}

function KindFields({ editing }: { readonly editing: StepEditing }) {
  switch (editing.step.kind) {
    case "call":
      return <CallFields editing={editing} />;
    case "agent":
      return <AgentFields editing={editing} />;
    case "condition":
      return <ConditionField editing={editing} />;
    case "human":
      return <QuestionFields editing={editing} />;
    case "workflow":
      return <InsideFields editing={editing} />;
  }
}
