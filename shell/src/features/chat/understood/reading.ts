/** What of an understanding a turn shows, what of it may still be changed, and what is said then. Pure. */

import type { Approval, UnderstoodCall, UnderstoodValue } from "@/api";
import type { Chat, RunView } from "../model";
import type { Outgoing } from "../outgoing";
import { againOf, approvalsOf, isFinal, lastShowing, questionOf, sameAgentOf, treeOf } from "../select";

/** Below this share another reading is no likelier than anything else: nobody is helped by it. */
const LEAST_SHARE = 0.01;

/** As many other readings are offered at once. */
const MOST_OTHERS = 3;

/** Values that say nothing beside the words themselves. */
const UNTOLD: ReadonlySet<string> = new Set(["message", "nothing"]);

/** One call with its values as they are told. */
export interface ToldCall {
  readonly call: UnderstoodCall;
  readonly values: readonly UnderstoodValue[];
  /** Whether it waits or did not work, so that its values may be changed. */
  readonly open: boolean;
}

/** What a turn tells of how its words were understood. */
export interface Told {
  readonly calls: readonly ToldCall[];
  readonly unused: readonly string[];
  readonly others: readonly UnderstoodCall[];
  /** Whether nothing was taken: the others are the answer, not an afterthought. */
  readonly undecided: boolean;
}

/** What a turn tells beside its card or answer; null when there is nothing to tell. `last`: nothing was said after it. */
export function toldOf(chat: Chat, view: RunView, last: boolean): Told | null {
  const { understood } = view;
  if (understood === null) return null;
  const undecided = understood.decision === "choose";
  const done = understood.decision === "do" || understood.decision === "ask";
  const calls = (done ? usedOf(chat, view) : []).map((call) => ({ call, values: call.values.filter(({ kind }) => !UNTOLD.has(kind)), open: isOpen(chat, view, call) || (last && hasFailed(view) && leftOf(chat, view).includes(call)) }));
  // A model reads all the words by itself: what code left unused says nothing about its answer.
  const unused = isBuiltIn(view) ? understood.unused : [];
  const others = last && isBuiltIn(view) && isStill(view) && !(undecided && hasQuestion(chat, view)) ? othersOf(view) : [];
  const empty = calls.every(({ values }) => values.length === 0) && unused.length === 0 && others.length === 0;
  return empty ? null : { calls, unused, others, undecided };
}

/** What else may have been meant; all that may, where nothing was taken. */
function othersOf({ understood }: RunView): readonly UnderstoodCall[] {
  if (understood === null) return [];
  const all = understood.decision === "choose" ? [...understood.calls, ...understood.others] : understood.others;
  return likelyOf(all).slice(0, MOST_OTHERS);
}

/** Readings that are worth telling. */
export function likelyOf(readings: readonly UnderstoodCall[]): readonly UnderstoodCall[] {
  return readings.filter(({ share }) => share >= LEAST_SHARE);
}

/** Whether code answers, not a model. */
const isBuiltIn = ({ model }: RunView): boolean => model === null || model.tier === 0;

/** Whether nothing is under way in a turn. */
const isStill = ({ run }: RunView): boolean => run.status === "waiting" || isFinal(run.status);

/** The calls a turn is about: code makes what was understood, a model what it thinks right. */
function usedOf(chat: Chat, view: RunView): readonly UnderstoodCall[] {
  return (view.understood?.calls ?? []).filter((call) => isBuiltIn(view) || wasUsed(chat, view, call));
}

/** Whether a turn made a call, or asks whether it may. */
function wasUsed(chat: Chat, view: RunView, { capability }: UnderstoodCall): boolean {
  const made = treeOf(chat, view.id).some(({ calls }) => Object.values(calls).some((call) => call.capability === capability));
  return made || approvalsOf(chat, view.id).some(({ call }) => call?.capability === capability);
}

const hasQuestion = (chat: Chat, { id }: RunView): boolean => approvalsOf(chat, id).some(({ kind }) => kind === "question");

/** Whether a call's values may be changed: it was not made yet, and its card or plan waits. */
function isOpen(chat: Chat, view: RunView, call: UnderstoodCall): boolean {
  if (!leftOf(chat, view).includes(call)) return false;
  return waitingOf(chat, view).some(
    (approval) => isBuiltIn(view) || approval.kind === "question" || approval.call?.capability === call.capability,
  );
}

/** Whether what code tried did not work: with another value it may. */
function hasFailed(view: RunView): boolean {
  return isBuiltIn(view) && isFinal(view.run.status) && Object.values(view.calls).some(({ status }) => status === "failed");
}

/** The calls of a sentence that are still wanted: of several alike, the first were made first. What failed is tried anew once its turn is over. */
function leftOf(chat: Chat, view: RunView): readonly UnderstoodCall[] {
  const over = Object.values(view.calls).filter(({ status }) => status === "done" || (status === "failed" && !isFinal(view.run.status)));
  const made = over.map(({ capability }) => capability);
  return usedOf(chat, view).filter(({ capability }) => {
    const place = made.indexOf(capability);
    if (place === -1) return true;
    made.splice(place, 1);
    return false;
  });
}

/** What a turn waits with: its own cards, and that of the plan it was the last to show. */
function waitingOf(chat: Chat, view: RunView): readonly Approval[] {
  const plan = view.answer === null ? null : (chat.messages[view.answer]?.plan ?? null);
  const shown = plan !== null && lastShowing(chat, plan) === view.answer ? `plan:${plan}` : null;
  return Object.values(chat.approvals).filter(
    ({ status, run, subject }) => status === "pending" && (run === view.id || (run === null && subject === shown)),
  );
}

/** The ask that puts a value right: it is said in words, and all calls that are left go along with their other values. */
export function changedValue(chat: Chat, view: RunView, call: UnderstoodCall, change: { readonly value: UnderstoodValue; readonly to: unknown; readonly words: string }): Outgoing {
  const { value, to, words } = change;
  return {
    text: `${value.label}: ${words}`,
    attached: sameAgentOf(chat, view.run.agent),
    meant: {
      calls: leftOf(chat, view).map((each) => ({
        capability: each.capability,
        params: each === call ? { ...each.params, [value.param]: to } : each.params,
      })),
    },
  };
}

/** The ask that takes another reading: the same words and what lay beside them, with the values it found. */
export function otherReading(chat: Chat, view: RunView, { capability, params }: UnderstoodCall): Outgoing {
  const question = questionOf(chat, view.id);
  const again = question === null ? null : againOf(chat, question);
  return { text: view.understood?.words || again?.text || "", attached: again?.attached ?? [], meant: { calls: [{ capability, params }] } };
}
