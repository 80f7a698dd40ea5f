import { useState } from "react";

import { type Evaluation, usePersonas } from "@/api";
import { keepJson, readJson } from "@/state";
import type { Chosen } from "./chosen";

const KEPT = "aule.evaluations.subjects";

/** Who a set is run with: as it was chosen last, else its own agent, else the first there is. */
export function useChosen(evaluation: Evaluation): readonly [readonly Chosen[], (chosen: readonly Chosen[]) => void] {
  const { data: agents = [] } = usePersonas();
  const [own, setOwn] = useState(() => readJson<Readonly<Record<string, readonly Chosen[]>>>(localStorage, KEPT, {})[evaluation.id]);
  const first = evaluation.agent ?? agents[0]?.id;
  const chosen = own ?? (first === undefined ? [] : [{ agent: first, version: null, model: null }]);
  const choose = (next: readonly Chosen[]) => {
    setOwn(next);
    keepJson(localStorage, KEPT, { ...readJson(localStorage, KEPT, {}), [evaluation.id]: next });
  };
  return [chosen, choose];
}
