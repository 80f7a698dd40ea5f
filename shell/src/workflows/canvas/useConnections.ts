import { useCallback } from "react";

import { canConnect, type ConnectProblem, type Draft, type Edit, INPUTS, OUTPUT, splitPlace, stepOf, titleOf } from "@/flow";
import { useT } from "@/i18n";
import { announce } from "@/state";
import { toast } from "@/ui";
import { type Branch, setBranch } from "./branches";
import { useEditorStore } from "./useEditor";

interface Connections {
  /** Let one node wait for another; one that cannot be is refused with its reason. Returns whether it was done. */
  readonly connect: (from: string, to: string, branch?: Branch | null) => boolean;
  /** Whether this can only be refused while it is drawn: nothing to connect with at all. */
  readonly isRefused: (from: string | null, to: string | null, branch?: Branch | null) => boolean;
  /** Why two nodes cannot be connected, in words; nothing when they can. */
  readonly reasonOf: (from: string, to: string, branch?: Branch | null) => string | null;
}

/** Connecting nodes, and why some cannot be. */
export function useConnections(): Connections {
  const t = useT();
  const store = useEditorStore();
  const reasonOf = useCallback(
    (from: string, to: string, branch: Branch | null = null) => {
      const { draft } = store.getState();
      const problem = canConnect(draft, from, to);
      if (problem === null || isSwitched(draft, problem, from, to, branch)) return null;
      const name = (place: string) => nameOf(place, (id) => titleOf(stepOf(draft, id) ?? { id, title: "" }));
      if (problem.code === "circle") return t("canvas.refused.circle", { steps: (problem.circle ?? []).map((id) => name(id)).join(" → ") });
      return t(`canvas.refused.${problem.code}`, { from: name(from), to: name(to) });
    },
    [store, t],
  );
  const connect = useCallback(
    (from: string, to: string, branch: Branch | null = null) => {
      const reason = reasonOf(from, to, branch);
      const { draft, edit } = store.getState();
      if (reason === null) {
        const join: Edit[] = canConnect(draft, from, to) === null ? [{ type: "connect", from, to }] : [];
        return edit([...join, ...(branch === null ? [] : setBranch(draft, from, to, branch))]);
      }
      toast.error(reason);
      announce(reason);
      return false;
    },
    [reasonOf, store],
  );
  const isRefused = useCallback(
    (from: string | null, to: string | null, branch: Branch | null = null) => {
      if (from === null || to === null) return true;
      const { draft } = store.getState();
      const problem = canConnect(draft, from, to);
      return problem !== null && !isSwitched(draft, problem, from, to, branch);
    },
    [store],
  );
  return { connect, isRefused, reasonOf };
}

/** Whether two that are joined already are joined on the other branch of a condition. */
function isSwitched(draft: Draft, problem: ConnectProblem, from: string, to: string, branch: Branch | null): boolean {
  return problem.code === "twice" && branch !== null && setBranch(draft, from, to, branch).length > 0;
}

function nameOf(place: string, named: (place: string) => string): string {
  const { id } = splitPlace(place);
  return id === INPUTS || id === OUTPUT ? id : named(place);
}
