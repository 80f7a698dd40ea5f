import { useCallback } from "react";

import { canConnect, INPUTS, OUTPUT, splitPlace, stepOf, titleOf } from "@/flow";
import { useT } from "@/i18n";
import { announce } from "@/state";
import { toast } from "@/ui";
import { useEditorStore } from "./useEditor";

interface Connections {
  /** Let one node wait for another; one that cannot be is refused with its reason. Returns whether it was done. */
  readonly connect: (from: string, to: string) => boolean;
  /** Whether this can only be refused while it is drawn: nothing to connect with at all. */
  readonly isRefused: (from: string | null, to: string | null) => boolean;
  /** Why two nodes cannot be connected, in words; nothing when they can. */
  readonly reasonOf: (from: string, to: string) => string | null;
}

/** Connecting nodes, and why some cannot be. */
export function useConnections(): Connections {
  const t = useT();
  const store = useEditorStore();
  const reasonOf = useCallback(
    (from: string, to: string) => {
      const { draft } = store.getState();
      const problem = canConnect(draft, from, to);
      if (problem === null) return null;
      const name = (place: string) => nameOf(place, (id) => titleOf(stepOf(draft, id) ?? { id, title: "" }));
      if (problem.code === "circle") return t("canvas.refused.circle", { steps: (problem.circle ?? []).map((id) => name(id)).join(" → ") });
      return t(`canvas.refused.${problem.code}`, { from: name(from), to: name(to) });
    },
    [store, t],
  );
  const connect = useCallback(
    (from: string, to: string) => {
      const reason = reasonOf(from, to);
      if (reason === null) return store.getState().edit([{ type: "connect", from, to }]);
      toast.error(reason);
      announce(reason);
      return false;
    },
    [reasonOf, store],
  );
  const isRefused = useCallback((from: string | null, to: string | null) => from === null || to === null || canConnect(store.getState().draft, from, to) !== null, [store]);
  return { connect, isRefused, reasonOf };
}

function nameOf(place: string, named: (place: string) => string): string {
  const { id } = splitPlace(place);
  return id === INPUTS || id === OUTPUT ? id : named(place);
}
