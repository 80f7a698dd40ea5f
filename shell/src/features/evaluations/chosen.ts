/** Who a set is run with, as it is chosen on its page. Pure. */

import type { TrialSubject } from "@/api";
import { splitModel } from "@/catalog/models";

/** One row of choices: an agent, a version of it, and a model. */
export interface Chosen {
  readonly agent: string;
  /** A stored version; none is the one that is saved now. */
  readonly version: number | null;
  /** `provider/model`; none is the agent's own. */
  readonly model: string | null;
}

export const MOST_SUBJECTS = 8;

/** The choices as the server takes them, each once. */
export function subjectsOf(chosen: readonly Chosen[]): readonly TrialSubject[] {
  const once = new Map(chosen.map((each) => [`${each.agent}/${each.version}/${each.model}`, each]));
  return [...once.values()].map(({ agent, version, model }) => ({
    agent,
    version,
    model: model === null ? null : { role: "general", ...splitModel(model), fallbacks: [] },
    label: "",
  }));
}

/** Change one of the choices; another agent begins as it is saved. */
export function withChoice(chosen: readonly Chosen[], place: number, part: Partial<Chosen>): readonly Chosen[] {
  return chosen.map((each, at) => {
    if (at !== place) return each;
    return part.agent === undefined ? { ...each, ...part } : { agent: part.agent, version: null, model: each.model };
  });
}
