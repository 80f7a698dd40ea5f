/** Items of a run's story in plain words. Pure. */

import type { Fact, FactOf } from "@/api";
import { type Translate, whyOf } from "@/i18n";
import { commandOf, endedWell, executedOf } from "./executed";
import { type CommandLine, type Line, sentenceOf, wordsOf } from "./line";
import { asPlaced, type Names } from "./names";
import type { Called, Item, Words } from "./story";
import { tellPlan } from "./tellingPlans";
import { tellStep } from "./tellingSteps";
import { tellTeam } from "./tellingTeams";

/** One item as a line; undefined when it says nothing to people. */
export function tell(item: Item, t: Translate, names: Names = asPlaced): Line | undefined {
  switch (item.kind) {
    case "words":
      return tellWords(item, t);
    case "call":
      return tellCall(item, t);
    case "fact":
      return tellRun(item.fact, t) ?? tellStep(item.fact, t, names) ?? tellDecision(item.fact, t) ?? tellPlan(item.fact, t) ?? tellTeam(item.fact, t) ?? tellEffect(item.fact, t);
  }
}

function tellWords({ said, text, duration }: Words, t: Translate): Line {
  return {
    status: duration === undefined ? "run" : "idle",
    title: t(`event.turn.${said}`),
    detail: text,
    duration: duration === 0 ? undefined : duration,
  };
}

function tellCall(call: Called, t: Translate): Line {
  const { title, params, progress, result } = call;
  const terminal = terminalOf(call);
  if (result === undefined) {
    return { status: "run", title: t("event.call.running", { title }), detail: progress, data: terminal ? undefined : { params }, terminal };
  }
  const data = { params, result: result.data ?? result.error };
  const duration = result.duration_ms;
  if (!result.ok) {
    const words = result.error ? wordsOf(result.error, t) : "";
    // What a command printed stands in its terminal; of the error only the sentence is told beside it.
    const detail = terminal === undefined ? words : sentenceOf(words);
    return { status: "bad", title: t("event.call.failed", { title }), detail, duration, data, terminal };
  }
  const warnings = result.warnings.map((warning) => warning.message).join(" ");
  const well = warnings === "" && endedWell(params, result);
  return { status: well ? "ok" : "warn", title: t("event.call.completed", { title }), detail: warnings || undefined, duration, data, terminal };
}

/** A command that printed something, or ran to its end. */
function terminalOf({ key, params, printed, result }: Called): CommandLine | undefined {
  const command = commandOf(params);
  if (command === null || (printed === undefined && executedOf(result) === null)) return undefined;
  return { call: key, command, printed, result };
}

function tellRun(fact: Fact, t: Translate): Line | undefined {
  switch (fact.type) {
    case "ask.received":
      return { status: "idle", title: t("event.ask.received"), detail: fact.message };
    case "run.started":
      return fact.started.kind === "turn" ? undefined : { status: "idle", title: t("event.run.started") };
    case "run.resumed":
      return tellResumed(fact, t);
    case "run.paused":
      return { status: "wait", title: t(`event.run.paused.${fact.why}`) };
    case "run.edited":
      return { status: "idle", title: t("event.run.edited"), data: fact.state };
    case "run.aborted":
      return { status: "bad", title: t("event.run.aborted"), detail: fact.error ? wordsOf(fact.error, t) : undefined };
    case "run.finished":
      return tellEnd(fact, t);
    case "model.chosen":
      if (fact.tier === 0) return { status: "idle", title: t("event.model.builtin"), detail: whyOf(fact, t) };
      return { status: "idle", title: t("event.model.chosen", { model: fact.model }), detail: whyOf(fact, t) };
    case "model.probed":
      return { status: "ok", title: t("event.model.probed", { model: fact.model }), data: fact.facts };
    case "turn.understood": {
      const { calls, unused } = fact.understood;
      const detail = calls.map(({ title }) => title).join(" · ");
      return detail === "" ? undefined : { status: "idle", title: t("event.turn.understood"), detail, data: { calls, unused } };
    }
    case "turn.refused":
      return { status: "warn", title: t("event.turn.refused"), detail: fact.rules.join(" "), data: { text: fact.text } };
    case "turn.steered":
      return { status: "idle", title: t("event.turn.steered"), detail: fact.message };
    case "turn.compacted":
      return { status: "idle", title: t(`event.turn.compacted.${fact.what}`, { count: fact.dropped }), detail: fact.summary };
    case "guard.tripped":
      return { status: "warn", title: t(`event.guard.${fact.guard}`), detail: fact.detail };
    case "scope.violated":
      return { status: "bad", title: t("event.scope.violated"), detail: `${fact.capability}: ${fact.target}` };
    default:
      return undefined;
  }
}

/** After a decision the decision itself stands in the story; a restart, or the end of a pause, is news. */
function tellResumed({ reason }: FactOf<"run.resumed">, t: Translate): Line | undefined {
  if (reason === "restart") return { status: "idle", title: t("event.run.resumed") };
  return reason === "person" ? { status: "idle", title: t("event.run.unpaused") } : undefined;
}

const ENDS = { done: "ok", cancelled: "off", done_with_failures: "warn", failed: "bad" } as const;

function tellEnd({ status, error }: FactOf<"run.finished">, t: Translate): Line {
  const end = status in ENDS ? (status as keyof typeof ENDS) : "failed";
  const detail = error ? wordsOf(error, t) : "";
  return { status: ENDS[end], title: t(`event.run.finished.${end}`), detail: detail || undefined };
}

function tellDecision(fact: Fact, t: Translate): Line | undefined {
  switch (fact.type) {
    case "approval.requested":
      return { status: "wait", title: t("event.approval.requested", { title: fact.approval.title }) };
    case "approval.granted":
    case "approval.denied":
      // What was decided about a step is told by the step itself: there are more answers than yes and no.
      if (fact.approval.kind === "step") return undefined;
      return {
        status: fact.type === "approval.granted" ? "ok" : "bad",
        title: t(fact.type === "approval.granted" && fact.approval.kind === "question" ? "event.approval.answered" : `event.${fact.type}`, { title: fact.approval.title }),
        detail: fact.approval.answer ?? undefined,
      };
    case "approval.expired":
    case "approval.superseded":
      return { status: "off", title: t(`event.${fact.type}`, { title: fact.approval.title }) };
    default:
      return undefined;
  }
}

/** What is left says nothing about a run: conversations, personas, projects, settings, intentions. */
function tellEffect(fact: Fact, t: Translate): Line | undefined {
  switch (fact.type) {
    case "change.recorded":
      return { status: "ok", title: t("event.change.recorded", { title: fact.change.title }) };
    case "change.proposed":
      return { status: "wait", title: t("event.change.proposed", { title: fact.change.title }) };
    case "change.adopted":
      return { status: "ok", title: t("event.change.adopted") };
    case "change.dropped":
      return { status: "off", title: t("event.change.dropped") };
    case "change.voided":
      return { status: "off", title: t("event.change.voided", { title: fact.change.title }) };
    case "change.undone":
      return { status: "ok", title: t("event.change.undone") };
    case "change.reinstated":
      return { status: "ok", title: t("event.change.reinstated") };
    case "memory.saved":
      return { status: "ok", title: t("event.memory.saved"), detail: fact.item.content };
    case "memory.forgotten":
      return { status: "off", title: t("event.memory.forgotten") };
    case "memory.recalled": {
      const detail = fact.items.map((item) => item.content).join(" · ");
      return { status: "idle", title: t("event.memory.recalled", { count: fact.items.length }), detail };
    }
    case "artifact.saved":
      return { status: "ok", title: t("event.artifact.saved", { title: fact.artifact.name }) };
    case "artifact.deleted":
      return { status: "off", title: t("event.artifact.deleted") };
    case "ui.navigated":
      return { status: "idle", title: t("event.ui.navigated"), detail: fact.path };
    default:
      return undefined;
  }
}
