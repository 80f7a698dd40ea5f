import { useT } from "@/i18n";
import { Field, Textarea } from "@/ui";
import { rowsOf, textOf } from "./condition";
import { ConditionRows } from "./ConditionRows";
import { LastValue } from "./LastValue";
import { useReferences } from "./useReferences";
import type { StepPartProps } from "./useStep";

/** What has to hold: filled in row by row, or written where it says more than rows can. */
export function ConditionField({ editing: { place, step, change } }: StepPartProps) {
  const t = useT();
  const references = useReferences(place);
  const text = step.when ?? "";
  const simple = rowsOf(text);
  const set = (when: string) => change({ when: when === "" && step.kind !== "condition" ? null : when });
  return (
    <div className="flex flex-col gap-2">
      {simple !== null && <ConditionRows simple={simple} references={references} onChange={(next) => set(textOf(next))} />}
      {references.length === 0 && <p className="text-xs text-muted">{t("canvas.reference.none")}</p>}
      <Field label={t("canvas.field.condition")} hint={t("canvas.field.condition.about")}>
        {(ids) => <Textarea {...ids} value={text} spellCheck={false} className="font-mono text-xs" onChange={(event) => set(event.target.value)} />}
      </Field>
      <LastValue value={simple?.rows.map(({ path }) => `{{${path}}}`).join(" ") ?? ""} references={references} />
    </div>
  );
}
