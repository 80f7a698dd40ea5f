import { useMemo } from "react";

import { type Approval, type Workflow, useApprovals, useWorkflowCheck, useWorkflowDocument } from "@/api";
import { type Draft, draftOf } from "@/flow";
import { patched } from "./patch";

/** A change somebody asked for in the chat, which waits for a person. */
export interface Proposal {
  readonly approval: Approval;
  readonly after: Draft;
}

/** The change of this workflow that waits for an approval, as it would be drawn; nothing when none waits. */
export function useProposal(workflow: Workflow): Proposal | null {
  const { data } = useApprovals({ status: "pending" });
  const { data: text = "" } = useWorkflowDocument(workflow);
  const approval = data?.pages.flatMap(({ items }) => items).find((each) => each.preview?.type === "diff" && each.preview.path === `${workflow.id}.yaml` && isOfWorkflows(each));
  const diff = approval?.preview?.type === "diff" ? approval.preview.diff : null;
  const after = useMemo(() => (diff === null || text === "" ? "" : (patched(text, diff) ?? "")), [diff, text]);
  const { data: check } = useWorkflowCheck(after);
  return useMemo(
    () => (approval === undefined || after === "" || !check?.workflow ? null : { approval, after: { ...draftOf(check.workflow), id: workflow.id } }),
    [approval, after, check, workflow.id],
  );
}

function isOfWorkflows({ call }: Approval): boolean {
  return call !== null && /workflow/.test(call.capability);
}
