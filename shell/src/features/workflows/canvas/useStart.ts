import { useState } from "react";

import { type Finding, useWorkflowCheck } from "@/api";
import { type Draft, draftOf } from "@/flow";
import { recall } from "../drafts";

/** What a canvas begins with: the version it is made from, what that says, and what is drawn. */
export interface Start {
  readonly version: number;
  readonly base: Draft;
  readonly mine: Draft;
  readonly isRestored: boolean;
}

/** What is kept, as far as a drawing begins with it; a workflow that does not exist yet is one with nothing in it. */
type Kept = Parameters<typeof draftOf>[0] & { readonly version: number };

export type Starting = { readonly state: "ready"; readonly start: Start } | { readonly state: "reading" } | { readonly state: "unread"; readonly finding: Finding | undefined };

/** Where drawing goes on: at what was drawn and not saved, at a text that was written and not saved, else at what is kept. */
export function useStart(workflow: Kept, name = workflow.id): Starting {
  const [kept] = useState(() => recall(name));
  const written = kept !== undefined && kept.drawn === undefined && kept.mine !== kept.base ? kept.mine : "";
  const isOlder = kept !== undefined && kept.version !== workflow.version;
  const { data: check } = useWorkflowCheck(written);
  const { data: older } = useWorkflowCheck(written !== "" && isOlder ? kept.base : "");
  if (kept?.drawn !== undefined) return ready(kept.version, kept.drawn.base, kept.drawn.mine);
  if (written === "" || kept === undefined) return ready(workflow.version, draftOf(workflow), draftOf(workflow), false);
  if (check === undefined || (isOlder && older === undefined)) return { state: "reading" };
  if (!check.workflow) return { state: "unread", finding: check.findings[0] };
  const mine = { ...draftOf(check.workflow), id: workflow.id || check.workflow.id };
  return ready(kept.version, draftOf(older?.workflow ?? workflow), mine);
}

function ready(version: number, base: Draft, mine: Draft, isRestored = true): Starting {
  return { state: "ready", start: { version, base, mine, isRestored } };
}
