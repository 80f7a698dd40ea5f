import { useMemo } from "react";

import type { Step } from "@/api";
import { kindOf, placeOf, readPath, stepOf, titleOf } from "@/flow";
import { type I18n, type Translate, useI18n } from "@/i18n";
import { type Row, rowsOf } from "../panel/condition";
import { useEditor } from "../useEditor";
import { type Names, useNames } from "./names";
import { OPERATOR_WORDS } from "./operators";
import { pathWords } from "./references";

export interface StepWords {
  readonly title: string;
  /** What it does, in a few words. */
  readonly about: string;
}

/** A step in words: what it is called, and what it does. */
export function useStepWords(step: Step): StepWords {
  const i18n = useI18n();
  const names = useNames();
  const condition = useEditor(({ draft, inside }) =>
    step.kind === "condition" ? conditionWords(step.when ?? "", (id) => titleOf(stepOf(draft, placeOf(inside, id)) ?? { id, title: "" }), i18n) : "",
  );
  return useMemo(() => ({ title: titleOf(step), about: condition || aboutOf(step, names, i18n.t) }), [step, names, i18n, condition]);
}

/** A condition as people read it; as it is written when it says more than rows can. */
function conditionWords(text: string, titleOfStep: (id: string) => string, { t, locale }: I18n): string {
  const simple = rowsOf(text);
  if (simple === null) return text;
  const words = ({ path, operator, value }: Row) => {
    const parts = readPath(path) ?? [path];
    const owner = parts[0] === "steps" ? titleOfStep(String(parts[1])) : parts[0] === "item" ? t("canvas.reference.item") : String(parts[1] ?? parts[0]);
    return `${pathWords(parts, owner, locale)} ${t(`canvas.operator.${OPERATOR_WORDS[operator]}`)} ${value === "" ? "“”" : value}`;
  };
  return simple.rows.map(words).join(` ${t(`canvas.condition.joint.${simple.joint}`)} `);
}

/** What a step does, without what it is called already. */
function aboutOf(step: Step, names: Names, t: Translate): string {
  switch (step.kind) {
    case "call": {
      const tool = step.call === null ? t("canvas.about.call") : names.capability(step.call.capability);
      return tool === step.title ? t("canvas.kind.call") : tool;
    }
    case "agent": {
      const agent = step.agent === null ? t("canvas.about.agent") : names.agent(step.agent);
      const said = [agent === step.title ? "" : agent, step.prompt].filter(Boolean).join(": ");
      return said || t("canvas.kind.agent");
    }
    case "condition":
      return step.when || t("canvas.about.condition");
    case "human":
      return step.question?.message || t("canvas.about.human");
    case "workflow":
      if (step.graph !== null) return t(kindOf(step) === "loop" ? "canvas.about.loop" : "canvas.about.inside", { count: step.graph.nodes.length });
      return step.workflow === null ? t("canvas.about.workflow") : names.workflow(step.workflow);
  }
}
