import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";

import type { RunGraph } from "@/api";
import { begunIn, type Draft, EMPTY_HISTORY, INPUTS, isSame, type Lost, titleOf } from "@/flow";
import { useT } from "@/i18n";
import type { Steps } from "@/runs";
import { toast } from "@/ui";
import { type EditorStore, makeEditor, NO_LOOKS } from "@/workflows";
import { type Ahead, followed, forgetAhead, recallAhead, refusalIn, rememberAhead } from "./ahead";
import { drawnRun } from "./useRunScene";

export interface AheadDraft {
  readonly store: EditorStore;
  readonly before: Draft;
  readonly mine: Draft;
  readonly isDirty: boolean;
  /** What was changed here, and began before it could be handed in. */
  readonly lost: readonly Lost[];
  /** What was changed here and elsewhere, by the titles of the steps. */
  readonly clashing: readonly string[];
  readonly discard: () => void;
  /** Take note of what was lost. */
  readonly dismiss: () => void;
}

/** Drawing what a waiting run does from here on: what has begun is locked, and what goes on meanwhile is followed. */
export function useAhead(graph: RunGraph, steps: Steps, canvas: Draft["canvas"]): AheadDraft {
  const t = useT();
  const run = graph.run.id;
  const begun = useMemo(() => begunIn(steps.values()), [steps]);
  const before = useMemo(() => drawnRun(graph.graph, graph.run, canvas), [graph, canvas]);
  // What may be drawn follows the run; the canvas asks at each edit.
  const now = useRef({ graph: graph.graph, begun, t });
  useEffect(() => {
    now.current = { graph: graph.graph, begun, t };
  }, [graph.graph, begun, t]);
  const [start] = useState<Ahead>(() => recallAhead(run) ?? { base: graph.graph, mine: before });
  const [store] = useState(() =>
    makeEditor(start.mine, NO_LOOKS, false, EMPTY_HISTORY, (was, is) => {
      const refusal = refusalIn(was, is, now.current.graph, now.current.begun);
      if (refusal !== null) toast(now.current.t(`runs.ahead.refused.${refusal}`));
      return refusal === null;
    }),
  );
  const [base, setBase] = useState(start.base);
  const [told, tell] = useState<{ readonly lost: readonly Lost[]; readonly clashing: readonly string[] }>({ lost: [], clashing: [] });
  const mine = useStore(store, ({ draft }) => draft);
  const isDirty = !isSame(mine.graph, before.graph);

  useEffect(() => {
    const { draft, replace } = store.getState();
    const { ahead, lost, clashing } = followed({ base, mine: draft }, graph.graph, begun);
    if (lost.length > 0 || clashing.length > 0) {
      const titles = clashing.map((id) => titleOf(ahead.mine.graph.nodes.find((step) => step.id === id) ?? { id, title: "" }));
      tell((known) => ({ lost: [...known.lost, ...lost], clashing: titles.length > 0 ? titles : known.clashing }));
    }
    if (ahead.mine !== draft) replace(ahead.mine);
    setBase(ahead.base);
  }, [store, base, graph.graph, begun]);

  useEffect(() => {
    if (isDirty) rememberAhead(run, { base, mine });
    else forgetAhead(run);
  }, [run, base, mine, isDirty]);

  useEffect(() => {
    const locked = new Map([...begun].map((id) => [id, t("runs.ahead.begun")] as const));
    store.getState().look({ locked: locked.set(INPUTS, t("runs.ahead.given")) });
  }, [store, begun, t]);

  return {
    store,
    before,
    mine,
    isDirty,
    ...told,
    discard: () => store.getState().replace(before),
    dismiss: () => tell({ lost: [], clashing: [] }),
  };
}
