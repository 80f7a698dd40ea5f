import { PencilLine } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { type RunGraph, type StepView, useForkRun } from "@/api";
import { changedKeys, draftOf, JsonField, readDraft } from "@/decisions";
import { useT } from "@/i18n";
import { pathOf } from "@/runs";
import { tellTrouble } from "@/stage";
import { Button, Dialog } from "@/ui";
import { nameOf } from "../steps/words";

interface ForkDialogProps {
  readonly graph: RunGraph;
  readonly step: StepView;
  readonly onClose: () => void;
}

/** A new run from a step on: what does not come after it is kept, what the steps share can be changed first. */
export function ForkDialog({ graph, step, onClose }: ForkDialogProps) {
  const t = useT();
  const [, navigate] = useLocation();
  const { mutate, isPending } = useForkRun();
  const [draft, setDraft] = useState(() => draftOf(graph.state));
  const [changing, change] = useState(false);
  const shares = Object.keys(graph.graph.state).length > 0;
  const go = () => {
    const state = draft.wrong === null ? changedKeys(graph.state, draft.value as Record<string, unknown>) : {};
    mutate(
      { id: graph.run.id, step: step.place, ...(Object.keys(state).length === 0 ? {} : { state }) },
      { onSuccess: (run, here) => here && navigate(pathOf(run)), onError: (error) => tellTrouble(error, t) },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("runs.fork.title", { step: nameOf(step, t) })}
      about={t("runs.fork.about")}
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button tone="primary" busy={isPending} disabled={draft.wrong !== null} onClick={go}>
            {t("runs.fork.confirm")}
          </Button>
        </>
      }
    >
      {shares && !changing && (
        <Button size="sm" tone="quiet" icon={PencilLine} onClick={() => change(true)}>
          {t("decisions.edit.state")}
        </Button>
      )}
      {changing && (
        <JsonField
          label={t("decisions.edit.state.label")}
          about={t("decisions.edit.state.about")}
          draft={draft}
          onChange={(text) => setDraft(readDraft(text, "object"))}
        />
      )}
    </Dialog>
  );
}
