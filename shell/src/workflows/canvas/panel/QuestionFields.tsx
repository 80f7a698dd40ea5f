import { useT } from "@/i18n";
import { Field, Switch, TagInput } from "@/ui";
import { BoundText } from "./BoundText";
import type { StepPartProps } from "./useStep";

/** What a person is asked, and the answers there are. */
export function QuestionFields({ editing: { place, step, change } }: StepPartProps) {
  const t = useT();
  const question = step.question ?? { message: "", options: [], free_text: true };
  const set = (fields: Partial<typeof question>) => {
    const next = { ...question, ...fields };
    // A question without words and answers is none yet.
    change({ question: next.message === "" && next.options.length === 0 ? null : next });
  };
  return (
    <>
      <BoundText place={place} label={t("canvas.field.question")} isLong value={question.message} onChange={(message) => set({ message })} />
      <Field label={t("canvas.field.options")} hint={t("canvas.field.options.about")}>
        {(ids) => <TagInput {...ids} value={question.options} onChange={(options) => set({ options: [...options] })} />}
      </Field>
      <Field label={t("canvas.field.free_text")}>{(ids) => <Switch {...ids} checked={question.free_text} onChange={(free_text) => set({ free_text })} />}</Field>
    </>
  );
}
