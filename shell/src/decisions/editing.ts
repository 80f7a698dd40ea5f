/** What of an approval can be changed before it is granted. Pure. */

import type { Approval } from "@/api";

/** The files whose proposed text a person may change first; none where there is nothing to edit. */
export function editablePaths({ kind, status, preview, call }: Pick<Approval, "kind" | "status" | "preview" | "call">): readonly string[] {
  if (status !== "pending" || kind !== "write" || call === null || preview === null) return [];
  if (preview.type === "diff") return [preview.path];
  return preview.type === "patch" ? preview.files.filter(({ added, is_new }) => added > 0 || is_new).map(({ path }) => path) : [];
}
