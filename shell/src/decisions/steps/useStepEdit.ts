import { useState } from "react";

import type { StepEdit, StepView } from "@/api";
import { changedKeys, type Draft, draftOf, readDraft } from "../json";

type State = Readonly<Record<string, unknown>>;

export interface Editing {
  /** The shared state as it is being changed; undefined while nobody does. */
  readonly state: Draft | undefined;
  /** The step's result as it is being changed. */
  readonly result: Draft | undefined;
  readonly begin: (what: "state" | "result", value: unknown) => void;
  readonly change: (what: "state" | "result", text: string) => void;
  readonly stop: (what: "state" | "result") => void;
  /** What goes along with the decision; null while something in it cannot be read. */
  readonly edit: Partial<StepEdit> | undefined | null;
}

/** What a person changes before they let a step go on. */
export function useStepEdit(shared: State): Editing {
  const [drafts, setDrafts] = useState<{ readonly state?: Draft; readonly result?: Draft }>({});
  // What others changed meanwhile is not undone by sending it back: only what was changed here is sent.
  const [before, setBefore] = useState<State>({});
  const { state, result } = drafts;
  const broken = [state, result].some((draft) => draft !== undefined && draft.wrong !== null);
  const keys = state === undefined || broken ? {} : changedKeys(before, state.value as State);
  const edit = {
    ...(Object.keys(keys).length === 0 ? {} : { state: keys }),
    ...(result === undefined ? {} : { result: result.value }),
  };
  return {
    state,
    result,
    begin: (what, value) => {
      if (what === "state") setBefore(shared);
      setDrafts((known) => ({ ...known, [what]: draftOf(value) }));
    },
    change: (what, text) =>
      setDrafts((known) => ({ ...known, [what]: readDraft(text, what === "state" ? "object" : "any") })),
    stop: (what) => setDrafts((known) => ({ ...known, [what]: undefined })),
    edit: broken ? null : Object.keys(edit).length === 0 ? undefined : edit,
  };
}

/** Whether the result of a step can be put right before others use it. */
export const mayCorrect = (step: StepView): boolean => step.moment === "after" || step.moment === "unknown";
