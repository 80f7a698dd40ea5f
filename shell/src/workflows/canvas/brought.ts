/** Steps that were copied in another program: read by the server, like its files. */

import { readWorkflowFile } from "@/api";
import { type Clip, type Draft, draftOf, type Edit, fromText, graphOf, toText } from "@/flow";

/** What was copied elsewhere, as steps of ours. */
export interface BroughtClip {
  readonly clip: Clip;
  /** What the steps have to be given. */
  readonly inputs: Draft["graph"]["inputs"];
  /** What has no place here, and stands as a note. */
  readonly leftOut: readonly string[];
}

/** The steps that another program's text tells; none where it tells none. Nothing is kept or run. */
export async function readBrought(text: string): Promise<BroughtClip | null> {
  const found = await readWorkflowFile(text, "copied.json").catch(() => null);
  if (found === null) return null;
  const draft = draftOf(found.workflow);
  const { nodes, inputs } = draft.graph;
  const clip = fromText(toText(draft, nodes.map(({ id }) => id), draft.canvas?.notes.map(({ id }) => id)));
  return "code" in clip ? null : { clip, inputs, leftOut: found.left_out.map(({ name }) => name) };
}

/** The edit that adds the inputs a graph does not have yet; those it has stay as they are. */
export function addInputs(draft: Draft, inputs: BroughtClip["inputs"], inside: string | null): Edit[] {
  const known = graphOf(draft, inside)?.inputs ?? {};
  const isNew = Object.keys(inputs).some((name) => !Object.hasOwn(known, name));
  return isNew ? [{ type: "setInputs", inputs: { ...inputs, ...known }, inside }] : [];
}
