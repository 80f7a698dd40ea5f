import { FolderInput } from "lucide-react";

import { useWorkflows } from "@/api";
import type { Schema } from "@/flow";
import { type FormField, groupOf, fieldsOf } from "@/forms";
import { useT } from "@/i18n";
import { Button, Field, Select } from "@/ui";
import { useEditor } from "../useEditor";
import { ParamField } from "./ParamField";
import type { StepPartProps } from "./useStep";

/** Which workflow runs inside, or the steps of its own; and what either is given. */
export function InsideFields({ editing: { place, step, change } }: StepPartProps) {
  const t = useT();
  const enter = useEditor((editor) => editor.enter);
  const own = useEditor(({ draft }) => draft.id);
  const { data: workflows = [] } = useWorkflows();
  const kept = workflows.find(({ workflow }) => workflow.id === step.workflow)?.workflow;
  const taken = step.graph?.inputs ?? kept?.graph.inputs ?? {};
  const fields: readonly FormField[] = fieldsOf(groupOf(taken));
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...others } = step.inputs;
    change({ inputs: value === undefined ? others : { ...step.inputs, [name]: value } });
  };
  return (
    <>
      {step.graph ? (
        <Button icon={FolderInput} onClick={() => enter(place)} className="self-start">
          {t("canvas.enter")}
        </Button>
      ) : (
        <Field label={t("canvas.kind.workflow")}>
          {(ids) => (
            <Select
              {...ids}
              value={step.workflow ?? ""}
              placeholder={step.workflow ?? t("canvas.about.workflow")}
              options={workflows.filter(({ workflow }) => workflow.id !== own).map(({ workflow }) => ({ value: workflow.id, label: workflow.title }))}
              onChange={(workflow) => change({ workflow })}
              className="w-full"
            />
          )}
        </Field>
      )}
      {fields.map((field) => (
        <ParamField key={`${step.workflow}.${field.name}`} place={place} field={field} wanted={taken[field.name] as Schema | undefined} value={step.inputs[field.name]} onChange={(value) => set(field.name, value)} />
      ))}
    </>
  );
}
