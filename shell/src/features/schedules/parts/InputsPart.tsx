import { type RefObject, useEffect, useMemo } from "react";

import type { Workflow } from "@/api";
import { groupOf, type Json, SchemaForm, useForm } from "@/forms";
import type { ReadInputs } from "../useScheduleForm";

interface InputsPartProps {
  readonly workflow: Workflow;
  readonly values: Readonly<Record<string, Json>>;
  readonly read: RefObject<ReadInputs>;
}

/** What a workflow is given each time, one field for each of its inputs. */
export function InputsPart({ workflow, values, read }: InputsPartProps) {
  const schema = useMemo(() => groupOf(workflow.graph.inputs ?? {}), [workflow]);
  const form = useForm(schema, values);
  useEffect(() => {
    read.current = form.submit;
  });
  useEffect(
    () => () => {
      read.current = () => ({});
    },
    [read],
  );
  if (form.fields.length === 0) return null;
  return (
    <div className="rounded-md border border-line p-3">
      <SchemaForm fields={form.fields} draft={form.draft} onChange={form.change} wrongs={form.wrongs} />
    </div>
  );
}
