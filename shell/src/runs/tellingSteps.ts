/** What happens to the steps of a run, in plain words. Pure. */

import type { Fact, FactOf } from "@/api";
import type { Translate } from "@/i18n";
import { type Line, wordsOf } from "./line";
import type { Names } from "./names";

/** A fact about a step as a line; undefined when it is none, or says nothing to people. */
export function tellStep(fact: Fact, t: Translate, names: Names): Line | undefined {
  const step = "step" in fact && typeof fact.step === "string" ? names(fact.step) : "";
  switch (fact.type) {
    case "run.planned":
      return { status: "idle", title: t("event.run.planned", { count: fact.graph.nodes.length }) };
    case "step.started":
      return fact.attempt > 1
        ? { status: "run", title: t("event.step.again", { step, number: fact.attempt }) }
        : { status: "run", title: t("event.step.started", { step }) };
    case "step.expanded":
      return { status: "run", title: t("event.step.expanded", { step, count: fact.items.length }) };
    case "step.opened":
      return { status: "run", title: t("event.step.opened", { step }), data: dataOf(fact.inputs) };
    case "step.completed":
      return fact.origin === null
        ? { status: "ok", title: t("event.step.completed", { step }), data: dataOf(fact.result) }
        : { status: "off", title: t(`event.step.taken.${fact.origin}`, { step }), data: dataOf(fact.result) };
    case "step.failed":
      return tellFailure(fact, step, t);
    case "step.skipped":
      return tellSkip(fact, step, t);
    case "step.interrupted":
      // What a person is asked is told by the approval.
      if (fact.approval !== null) return undefined;
      return {
        status: fact.moment === "unknown" ? "warn" : "wait",
        title: t(`event.step.interrupted.${fact.moment}`, { step }),
        detail: fact.message || (fact.error ? wordsOf(fact.error, t) : undefined),
      };
    case "step.released":
      return { status: "idle", title: t(`event.step.released.${fact.option}`, { step }), data: dataOf(editOf(fact)) };
    default:
      return undefined;
  }
}

function tellFailure({ error, again_at }: FactOf<"step.failed">, step: string, t: Translate): Line {
  const key = again_at === null ? "event.step.failed" : "event.step.failed.again";
  return { status: again_at === null ? "bad" : "warn", title: t(key, { step }), detail: wordsOf(error, t) };
}

function tellSkip({ reason, error }: FactOf<"step.skipped">, step: string, t: Translate): Line {
  return {
    status: reason === "error" ? "warn" : "off",
    title: t(`event.step.skipped.${reason}`, { step }),
    detail: error ? wordsOf(error, t) : undefined,
  };
}

/** What a person changed along with a decision. */
function editOf({ result, state }: FactOf<"step.released">): unknown {
  const edit = { ...(result == null ? {} : { result }), ...(Object.keys(state).length === 0 ? {} : { state }) };
  return Object.keys(edit).length === 0 ? null : edit;
}

const dataOf = (value: unknown) => (value == null ? undefined : value);
