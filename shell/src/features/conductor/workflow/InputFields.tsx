import { useEffect, useMemo, useRef } from "react";

import type { WorkflowDryRun } from "@/api";
import { groupOf, SchemaForm, useForm } from "@/forms";
import type { Given } from "./useWorkflowFile";

interface InputFieldsProps {
  readonly inputs: WorkflowDryRun["inputs"];
  /** Called with what is filled in so far. */
  readonly onGive: (given: Given) => void;
}

/** What the workflow wants to be given, each with the control that fits it; what has a default need not be. */
export function InputFields({ inputs, onGive }: InputFieldsProps) {
  const written = JSON.stringify(inputs); // each dry run tells it anew, and the form begins once
  const schema = useMemo(() => groupOf(JSON.parse(written) as WorkflowDryRun["inputs"]), [written]);
  const { fields, draft, change, wrongs, reading } = useForm(schema);
  const tell = useRef(onGive);
  tell.current = onGive;
  const given = JSON.stringify(reading.params);
  useEffect(() => tell.current(JSON.parse(given) as Given), [given]);
  if (fields.length === 0) return null;
  return (
    <div className="max-w-md">
      <SchemaForm fields={fields} draft={draft} onChange={change} wrongs={wrongs} />
    </div>
  );
}
