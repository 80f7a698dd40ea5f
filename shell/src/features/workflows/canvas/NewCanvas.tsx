import { Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useStore } from "zustand";

import { useCreateWorkflow, useWorkflows } from "@/api";
import { type Draft, INPUTS } from "@/flow";
import { useT } from "@/i18n";
import { Page, tellTrouble } from "@/stage";
import { announce, PHONE } from "@/state";
import { Skeleton, toast, useMedia } from "@/ui";
import { Canvas, makeEditor, NO_LOOKS } from "@/workflows";
import { BackToWorkflows } from "../BackToWorkflows";
import { forget, idOf, NEW, recall, remember } from "../drafts";
import { BroughtBar } from "./BroughtBar";
import { FindingList } from "./FindingList";
import { LayoutChoice } from "./LayoutChoice";
import { SaveTools } from "./SaveTools";
import { UnreadText } from "./UnreadText";
import { useRemarks } from "./useRemarks";
import { useStart } from "./useStart";

const BLANK: Omit<Draft, "id" | "title"> = {
  description: "",
  project: null,
  budget: null,
  at_once: 8,
  graph: { inputs: {}, state: {}, nodes: [], output: null },
  canvas: null,
};

/** Drawing a workflow that does not exist yet: with nothing, with a text that was written, or with a file of another program. */
export function NewCanvas() {
  const t = useT();
  const starting = useStart({ ...BLANK, id: "", title: t("workflows.new"), version: 0 }, NEW);
  return (
    <>
      {starting.state === "reading" && <Skeleton className="size-full min-h-96 rounded-lg" />}
      {starting.state === "unread" && <UnreadText finding={starting.finding} href={`/workflows/${NEW}`} />}
      {starting.state === "ready" && <Drawing begun={starting.start.mine} />}
    </>
  );
}

/** What is drawn outlives the page until it is made or left empty. */
function Drawing({ begun }: { readonly begun: Draft }) {
  const t = useT();
  const [, go] = useLocation();
  const { data: all = [] } = useWorkflows();
  const [store] = useState(() => makeEditor(begun, NO_LOOKS));
  const [brought, setBrought] = useState(() => recall(NEW)?.brought);
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
    if (isDirty) remember(NEW, { version: 0, base: "", mine: "", drawn: { base: draft, mine: draft }, brought });
  }, [draft, isDirty, brought]);
  const save = () => {
    mutate(JSON.stringify({ ...draft, id: idOf(draft, new Set(all.map(({ workflow }) => workflow.id))) }), {
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
    setBrought(undefined);
    forget(NEW);
  };
  return (
    <Page whole title={draft.title || t("workflows.new")} above={<BackToWorkflows />} aside={<LayoutChoice />}>
      <Suspense fallback={<Skeleton className="size-full min-h-96 rounded-lg" />}>
        <Canvas
          store={store}
          aside={<SaveTools isDirty={isDirty} isSaving={isPending} saveWord={t("workflows.create")} onSave={save} onDiscard={discard} />}
          below={
            <>
              {brought && <BroughtBar brought={brought} onClose={() => setBrought(undefined)} />}
              <FindingList remarks={remarks} store={store} />
            </>
          }
        />
      </Suspense>
    </Page>
  );
}
