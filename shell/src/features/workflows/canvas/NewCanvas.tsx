import { Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useStore } from "zustand";

import { useCreateWorkflow, useWorkflows } from "@/api";
import { type Draft, freeId, INPUTS } from "@/flow";
import { useT } from "@/i18n";
import { Page, tellTrouble } from "@/stage";
import { announce, PHONE } from "@/state";
import { Skeleton, toast, useMedia } from "@/ui";
import { Canvas, makeEditor, NO_LOOKS } from "@/workflows";
import { BackToWorkflows } from "../BackToWorkflows";
import { forget, NEW, recall, remember } from "../drafts";
import { FindingList } from "./FindingList";
import { LayoutChoice } from "./LayoutChoice";
import { SaveTools } from "./SaveTools";
import { useRemarks } from "./useRemarks";

const BLANK: Omit<Draft, "id" | "title"> = {
  description: "",
  project: null,
  budget: null,
  at_once: 8,
  graph: { inputs: {}, state: {}, nodes: [], output: null },
  canvas: null,
};

/** Drawing a workflow that does not exist yet. What is drawn outlives the page until it is made or left empty. */
export function NewCanvas() {
  const t = useT();
  const [, go] = useLocation();
  const { data: all = [] } = useWorkflows();
  const [store] = useState(() => makeEditor(recall(NEW)?.drawn?.mine ?? { ...BLANK, id: "", title: t("workflows.new") }, NO_LOOKS));
  const draft = useStore(store, (editor) => editor.draft);
  const remarks = useRemarks(store);
  const { mutate, isPending } = useCreateWorkflow();
  const isDirty = draft.graph.nodes.length > 0 || draft.canvas !== null;
  const isPhone = useMedia(PHONE);
  useEffect(() => {
    // On a phone its sheet would lie over the empty picture and the way to begin.
    if (!isPhone) store.getState().show(INPUTS);
  }, [store, isPhone]);
  useEffect(() => {
    if (isDirty) remember(NEW, { version: 0, base: "", mine: "", drawn: { base: draft, mine: draft } });
  }, [draft, isDirty]);
  const save = () => {
    const id = freeId(draft.title, new Set(all.map(({ workflow }) => workflow.id))).replaceAll("_", "-").replace(/^[^a-z]+/, "");
    mutate(JSON.stringify({ ...draft, id: id || "workflow" }), {
      onSuccess: (saved, here) => {
        forget(NEW);
        announce(t("workflows.saved"));
        toast.success(t("workflows.saved"));
        if (here) go(`/workflows/${saved.id}/canvas`, { replace: true });
      },
      onError: (error) => tellTrouble(error, t),
    });
  };
  const discard = () => {
    store.getState().replace({ ...BLANK, id: "", title: t("workflows.new") });
    forget(NEW);
  };
  return (
    <Page whole title={draft.title || t("workflows.new")} above={<BackToWorkflows />} aside={<LayoutChoice />}>
      <Suspense fallback={<Skeleton className="size-full min-h-96 rounded-lg" />}>
        <Canvas
          store={store}
          aside={<SaveTools isDirty={isDirty} isSaving={isPending} saveWord={t("workflows.create")} onSave={save} onDiscard={discard} />}
          below={<FindingList remarks={remarks} store={store} />}
        />
      </Suspense>
    </Page>
  );
}
