import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";

import type { PlanView } from "@/api";
import { useT } from "@/i18n";
import { addStep, freeStepId } from "@/plans/editing";
import { useStepsNow } from "@/plans/useStepsNow";
import { Section } from "@/stage";
import { Button, Card, classes, Input } from "@/ui";
import { StepItem } from "./StepItem";
import type { Editor } from "./useEditor";
import { useStepOrder } from "./useStepOrder";

interface StepEditorProps {
  readonly view: PlanView;
  readonly editor: Editor;
  readonly editable: boolean;
}

/** Every step of a plan, to be read, changed, moved, added and dropped. */
export function StepEditor({ view, editor, editable }: StepEditorProps) {
  const t = useT();
  const { plan, card } = view;
  const now = useStepsNow(plan);
  const order = useStepOrder(plan.steps, editor, editable);
  const told = new Map(card.steps.map((step) => [step.id, step]));
  return (
    <Section title={t("words.steps", { count: plan.steps.length })} about={editable ? t("plans.steps.about") : undefined}>
      <Card>
        <ol aria-label={t("plans.steps")} {...order.list} className="divide-y divide-line">
          {plan.steps.map((step, index) => (
            <StepItem
              key={step.id}
              step={step}
              number={index + 1}
              told={told.get(step.id)}
              findings={card.findings.filter(({ step_id }) => step_id === step.id)}
              now={now}
              order={order}
              editor={editor}
              editable={editable}
            />
          ))}
        </ol>
        <div aria-hidden className={classes("h-0.5 rounded-full", order.landing === "end" && "bg-accent")} />
        {editable && <AddStep view={view} editor={editor} />}
      </Card>
    </Section>
  );
}

function AddStep({ view: { plan }, editor }: Pick<StepEditorProps, "view" | "editor">) {
  const t = useT();
  const [title, setTitle] = useState("");
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === "") return;
    editor.edit(addStep(freeStepId(plan.steps), title.trim(), null));
    setTitle("");
  };
  return (
    <form onSubmit={add} className="flex items-center gap-2 border-t border-line px-4 py-2.5">
      <Input
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.target.value)}
        aria-label={t("plans.step.new")}
        placeholder={t("plans.step.new")}
        className="min-w-0 flex-1"
      />
      <Button type="submit" icon={Plus} disabled={title.trim() === ""}>
        {t("plans.step.add")}
      </Button>
    </form>
  );
}
