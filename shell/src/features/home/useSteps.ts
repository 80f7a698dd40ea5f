import { useEffect, useState } from "react";

import { type Home, useDocumentNames, useEverUndone, usePersonas } from "@/api";
import { keepJson, readJson } from "@/state";
import { doneSteps, STEPS, type Step, withKept } from "./steps";

const REMEMBERED = "aule.steps";
const HIDDEN = "hidden";

interface Steps {
  /** Whether there is anything left to show. */
  readonly shown: boolean;
  readonly done: readonly Step[];
  readonly hide: () => void;
}

/** The first steps: which are done, until all are or they are hidden for good. */
export function useSteps(home: Home): Steps {
  const [kept, keep] = useState(() => readJson<unknown>(localStorage, REMEMBERED, []));
  const over = kept === HIDDEN || withKept(kept, []).length === STEPS.length;
  const { data: agents } = usePersonas();
  const { data: undone } = useEverUndone(!over && !withKept(kept, []).includes("undo"));
  const { data: documents } = useDocumentNames("", !over && !withKept(kept, []).includes("document"));
  const seen = { home, agents: agents ?? [], documents: (documents ?? []).length > 0, undone: undone ?? false };
  const done = withKept(kept, doneSteps(seen));
  const known = done.join();
  useEffect(() => {
    if (!over) keepJson(localStorage, REMEMBERED, known.split(",").filter(Boolean));
  }, [known, over]);
  const hide = () => {
    keepJson(localStorage, REMEMBERED, HIDDEN);
    keep(HIDDEN);
  };
  // Until the agents are known, a step that is done would flash as undone.
  return { shown: !over && agents !== undefined && done.length < STEPS.length, done, hide };
}
