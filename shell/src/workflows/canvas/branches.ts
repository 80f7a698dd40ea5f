/** The two ways on from a condition: steps that go on where it holds, and steps that go on where it does not. Pure. */

import type { Step } from "@/api";
import { type Draft, type Edit, graphOf, kindOf, placeOf, splitPlace, stepOf, writePath } from "@/flow";
import { type Row, rowsOf, textOf } from "./panel/condition";

export const BRANCHES = ["yes", "no"] as const;
/** Where a condition holds, or where it does not. Also the names of the ports of its node. */
export type Branch = (typeof BRANCHES)[number];

/** The branch a port stands for; nothing for ports of other nodes. */
export const branchAt = (port: string | null | undefined): Branch | null => BRANCHES.find((each) => each === port) ?? null;

/** Whether a step is a condition that others can go on from in two ways. */
export const isFork = (step: Pick<Step, "kind" | "repeat"> | null): boolean => step !== null && kindOf(step) === "condition";

const pathOf = (condition: string): string => writePath(["steps", condition, "result"]);

/** On which branch of a condition a step stands; nothing where it goes on either way, or says more than rows can. */
export function branchOf(when: string | null, condition: string): Branch | null {
  const simple = rowsOf(when ?? "");
  if (simple === null || (simple.joint === "or" && simple.rows.length > 1)) return null;
  const row = simple.rows.find((each) => isAbout(each, condition));
  return row === undefined ? null : (row.operator === "==") === (row.value === "true") ? "yes" : "no";
}

/** What a step says of when it runs, with this branch of a condition instead of the one it stood on; nothing where it says nothing. */
export function withBranch(when: string | null, condition: string, branch: Branch | null): string | null {
  const text = (when ?? "").trim();
  const simple = rowsOf(text);
  const own: Row = { path: pathOf(condition), operator: "==", value: branch === "no" ? "false" : "true" };
  if (simple === null || (simple.joint === "or" && simple.rows.length > 1)) {
    return branch === null ? text : `(${text}) and ${textOf({ joint: "and", rows: [own] })}`;
  }
  const others = simple.rows.filter((each) => !isAbout(each, condition));
  const rows = branch === null ? others : [...others, own];
  return rows.length === 0 ? null : textOf({ joint: "and", rows });
}

/** The edits that set a step on a branch of a condition, or on none. Both are given by their places. */
export function setBranch(draft: Draft, condition: string, to: string, branch: Branch | null): Edit[] {
  const step = stepOf(draft, to);
  if (step === null) return [];
  const when = withBranch(step.when, splitPlace(condition).id, branch);
  return when === step.when ? [] : [{ type: "changeStep", id: to, fields: { when } }];
}

/** The edits after which nobody stands on a branch of this step any more: it is about to go. */
export function leaveBranches(draft: Draft, condition: string): Edit[] {
  const { inside, id } = splitPlace(condition);
  if (!isFork(stepOf(draft, condition))) return [];
  const others = graphOf(draft, inside)?.nodes.filter(({ when }) => branchOf(when, id) !== null) ?? [];
  return others.flatMap((step) => setBranch(draft, condition, placeOf(inside, step.id), null));
}

/** The branch on which the next step goes: the first one that nothing goes on from yet. */
export function nextBranch(draft: Draft, condition: string): Branch | null {
  const { inside, id } = splitPlace(condition);
  if (!isFork(stepOf(draft, condition))) return null;
  const taken = graphOf(draft, inside)?.nodes.map(({ when }) => branchOf(when, id));
  return BRANCHES.find((each) => !taken?.includes(each)) ?? "yes";
}

function isAbout({ path, operator, value }: Row, condition: string): boolean {
  return path === pathOf(condition) && (operator === "==" || operator === "!=") && (value === "true" || value === "false");
}
