import { ChartGantt, MessageSquare, Undo2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import type { RunDetail } from "@/api";
import { UndoDialog } from "@/decisions/UndoDialog";
import { useT } from "@/i18n";
import { isFinal, StopButton } from "@/runs";
import { useComposer, useLayout } from "@/state";
import { Button } from "@/ui";

/** What one can do with a run: stop it, take it back, go to where it was asked for. */
export function RunActions({ detail }: { readonly detail: RunDetail }) {
  const t = useT();
  const [undoing, setUndoing] = useState(false);
  const [, navigate] = useLocation();
  const { run, undoable } = detail;
  const conversation = run.session_id;
  const openConversation = () => {
    useComposer.getState().open(conversation);
    useLayout.getState().showChat(true);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button icon={ChartGantt} onClick={() => navigate(`/traces/${run.id}`)}>
        {t("activity.trace")}
      </Button>
      {conversation !== null && (
        <Button icon={MessageSquare} onClick={openConversation}>
          {t("activity.conversation")}
        </Button>
      )}
      {!isFinal(run) && <StopButton run={run} />}
      {undoable && (
        <Button icon={Undo2} onClick={() => setUndoing(true)}>
          {t("activity.undo.run")}
        </Button>
      )}
      <UndoDialog subject={{ kind: "run", id: run.id }} open={undoing} onClose={() => setUndoing(false)} />
    </div>
  );
}
