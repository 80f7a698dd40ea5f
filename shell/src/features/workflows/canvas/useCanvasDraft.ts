import { useEffect, useState } from "react";
import { useStore } from "zustand";

import { isProblem, useSaveWorkflow, type Workflow } from "@/api";
import { type Conflict, type Draft, draftOf, isSame, merge, seal } from "@/flow";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { toast } from "@/ui";
import { type EditorStore, makeEditor, NO_LOOKS } from "@/workflows";
import { forget, recallPast, remember, rememberPast } from "../drafts";
import type { Start } from "./useStart";

/** What was changed here and elsewhere at once, and what comes of it where nothing clashes. */
export interface Clash {
  readonly conflicts: readonly Conflict[];
  readonly merged: Draft;
  readonly theirs: Draft;
  readonly version: number;
}

export interface CanvasDraft {
  readonly store: EditorStore;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly clash: Clash | null;
  /** Keep it; then what was waiting for that. */
  readonly save: (then?: () => void) => void;
  readonly discard: () => void;
  /** Go on with what was chosen of both. */
  readonly settle: (draft: Draft) => void;
}

interface Base {
  readonly version: number;
  readonly draft: Draft;
}

/** Drawing a workflow that is kept: the drawing outlives the page, and what changed elsewhere is merged, never overwritten. */
export function useCanvasDraft(workflow: Workflow, start: Start, refetch: () => void): CanvasDraft {
  const t = useT();
  const [store] = useState(() => goOn(workflow.id, start.mine));
  const [base, setBase] = useState<Base>({ version: start.version, draft: start.base });
  const [clash, setClash] = useState<Clash | null>(null);
  const draft = useStore(store, (editor) => editor.draft);
  const isDirty = !isSame(draft, base.draft);
  const { mutate, isPending } = useSaveWorkflow();
  const { id } = workflow;

  useEffect(() => {
    // At once: whoever shows the same draft next reads it before this page is gone.
    const keep = ({ draft: mine }: { readonly draft: Draft }) =>
      isSame(mine, base.draft) ? forget(id) : remember(id, { version: base.version, base: "", mine: "", drawn: { base: base.draft, mine } });
    keep(store.getState());
    return store.subscribe((now, before) => now.draft !== before.draft && keep(now));
  }, [id, base, store]);

  useEffect(() => {
    const keep = () => rememberPast(id, store.getState());
    addEventListener("pagehide", keep);
    return () => {
      removeEventListener("pagehide", keep);
      keep();
    };
  }, [id, store]);

  useEffect(() => {
    // What is being saved here comes back as news too, often before the answer does.
    if (workflow.version <= base.version || isPending) return;
    const theirs = draftOf(workflow);
    const mine = store.getState().draft;
    const { draft: merged, conflicts: all } = merge(base.draft, mine, theirs);
    // Where a node stands is nobody's loss: it stays where it was put here.
    const conflicts = all.filter(({ field }) => !field.startsWith("canvas.positions."));
    if (conflicts.length > 0) return setClash({ conflicts, merged, theirs, version: workflow.version });
    if (isSame(mine, base.draft)) store.getState().reset(theirs);
    else {
      store.getState().replace(merged);
      toast(t("canvas.merged"));
    }
    setClash(null);
    setBase({ version: workflow.version, draft: theirs });
  }, [workflow, base, isPending, store, t]);

  const save = (then?: () => void) => {
    if (isPending || clash !== null) return;
    mutate(
      { id, version: base.version, text: JSON.stringify(draft) },
      {
        onSuccess: (saved) => {
          const kept = draftOf(saved);
          setBase({ version: saved.version, draft: kept });
          if (store.getState().draft === draft && !isSame(draft, kept)) store.getState().replace(kept);
          announce(t("workflows.saved"));
          toast.success(t("workflows.saved"));
          then?.();
        },
        onError: (error) => {
          if (isProblem(error) && error.status === 412) refetch();
          else tellTrouble(error, t);
        },
      },
    );
  };
  return {
    store,
    isDirty,
    isSaving: isPending,
    clash,
    save,
    discard: () => store.getState().replace(base.draft),
    settle: (chosen) => {
      if (clash === null) return;
      store.getState().replace(chosen);
      setBase({ version: clash.version, draft: clash.theirs });
      setClash(null);
    },
  };
}

/** A canvas that undoes what was done on it before it was left; what became of the draft meanwhile, as text or elsewhere, is one step. */
function goOn(id: string, mine: Draft): EditorStore {
  const past = recallPast(id);
  const store = makeEditor(past?.draft ?? mine, NO_LOOKS, false, past ? seal(past.history) : undefined);
  store.getState().replace(mine);
  return store;
}
