import { useMemo } from "react";

import type { Step } from "@/api";
import { kindOf, titleOf } from "@/flow";
import { type Translate, useT } from "@/i18n";
import { type Names, useNames } from "./names";

export interface StepWords {
  readonly title: string;
  /** What it does, in a few words. */
  readonly about: string;
}

/** A step in words: what it is called, and what it does. */
export function useStepWords(step: Step): StepWords {
  const t = useT();
  const names = useNames();
  return useMemo(() => ({ title: titleOf(step), about: aboutOf(step, names, t) }), [step, names, t]);
}

export function aboutOf(step: Step, names: Names, t: Translate): string {
  switch (step.kind) {
    case "call":
      return step.call === null ? t("canvas.about.call") : names.capability(step.call.capability);
    case "agent":
      return [step.agent === null ? t("canvas.about.agent") : names.agent(step.agent), step.prompt].filter(Boolean).join(": ");
    case "condition":
      return step.when || t("canvas.about.condition");
    case "human":
      return step.question?.message || t("canvas.about.human");
    case "workflow":
      if (step.graph !== null) return t(kindOf(step) === "loop" ? "canvas.about.loop" : "canvas.about.inside", { count: step.graph.nodes.length });
      return step.workflow === null ? t("canvas.about.workflow") : names.workflow(step.workflow);
  }
}
