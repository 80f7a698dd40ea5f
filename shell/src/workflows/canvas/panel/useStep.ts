import type { Step } from "@/api";
import { type StepFields, stepOf } from "@/flow";
import { useEditor } from "../useEditor";

export interface StepEditing {
  readonly place: string;
  readonly step: Step;
  readonly isFixed: boolean;
  /** Change fields; what is typed into one field in a row is undone as one. */
  readonly change: (fields: StepFields) => void;
}

export interface StepPartProps {
  readonly editing: StepEditing;
}

/** The step at a place, and changing it; nothing when it is gone. */
export function useStep(place: string): StepEditing | null {
  const step = useEditor(({ draft }) => stepOf(draft, place));
  const edit = useEditor((editor) => editor.edit);
  const isFixed = useEditor((editor) => editor.isFixed);
  if (step === null) return null;
  return { place, step, isFixed, change: (fields) => void edit([{ type: "changeStep", id: place, fields }], `${place}.${Object.keys(fields).join()}`) };
}
