import type { Step } from "@/api";
import { graphOf, kindOf, splitPlace, titleOf } from "@/flow";
import { useT } from "@/i18n";
import { Checkbox, Field, Input, NumberField, Select, Switch, TagInput } from "@/ui";
import { useEditor } from "../useEditor";
import { ConditionField } from "./ConditionField";
import { RepeatFields } from "./RepeatFields";
import { RetryFields } from "./RetryFields";
import type { StepPartProps } from "./useStep";

const ENDS: readonly Step["on_error"][] = ["abort", "skip", "replan"];

/** When a step runs, how often, what happens when it fails, and where a person looks at it. */
export function RuleFields({ editing }: StepPartProps) {
  const { step, change } = editing;
  const t = useT();
  const interrupt = step.interrupt ?? { before: false, after: false, message: "" };
  const stop = (fields: Partial<typeof interrupt>) => {
    const next = { ...interrupt, ...fields };
    change({ interrupt: next.before || next.after ? next : null });
  };
  return (
    <div className="flex flex-col gap-4">
      {step.kind !== "condition" && <ConditionField editing={editing} />}
      <Dependencies editing={editing} />
      {kindOf(step) !== "loop" && <RepeatFields editing={editing} />}
      <RetryFields editing={editing} />
      <Field label={t("canvas.field.timeout")}>
        {(ids) => <NumberField {...ids} value={step.timeout_s} min={1} max={86_400} unit="s" onChange={(timeout_s) => change({ timeout_s })} />}
      </Field>
      <Field label={t("canvas.field.on_error")} hint={t(`canvas.on_error.${step.on_error}.about`)}>
        {(ids) => (
          <Select {...ids} value={step.on_error} options={ENDS.map((value) => ({ value, label: t(`canvas.on_error.${value}`) }))} onChange={(on_error) => change({ on_error })} />
        )}
      </Field>
      <Field label={t("canvas.field.interrupt.before")}>{(ids) => <Switch {...ids} checked={interrupt.before} onChange={(before) => stop({ before })} />}</Field>
      <Field label={t("canvas.field.interrupt.after")}>{(ids) => <Switch {...ids} checked={interrupt.after} onChange={(after) => stop({ after })} />}</Field>
      {(interrupt.before || interrupt.after) && (
        <Field label={t("canvas.field.interrupt.message")}>{(ids) => <Input {...ids} value={interrupt.message} onChange={(event) => stop({ message: event.target.value })} />}</Field>
      )}
      <Field label={t("canvas.field.writes")} hint={t("canvas.field.writes.about")}>
        {(ids) => <TagInput {...ids} value={step.writes} onChange={(writes) => change({ writes: [...writes] })} />}
      </Field>
    </div>
  );
}

/** What it waits for: every other step, each to be chosen or left out. */
function Dependencies({ editing: { place, step } }: StepPartProps) {
  const t = useT();
  const { inside } = splitPlace(place);
  const steps = useEditor(({ draft }) => graphOf(draft, inside)?.nodes);
  const edit = useEditor((editor) => editor.edit);
  const before = (steps ?? []).filter(({ id }) => step.dependencies.includes(id));
  if (before.length === 0) return null;
  const at = (id: string) => (inside === null ? id : `${inside}/${id}`);
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-xs font-medium text-fg">{t("canvas.field.after")}</legend>
      {before.map((each) => (
        <Checkbox key={each.id} checked onChange={() => void edit([{ type: "disconnect", from: at(each.id), to: place }])}>
          {titleOf(each)}
        </Checkbox>
      ))}
    </fieldset>
  );
}
