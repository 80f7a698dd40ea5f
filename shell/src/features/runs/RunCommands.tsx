import { ChartGantt, MessageSquare, Pause, Play, RotateCcw, RotateCw, Undo2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { type RunCommand, type RunDetail, useRunCommand } from "@/api";
import { UndoDialog } from "@/decisions/UndoDialog";
import { useT } from "@/i18n";
import { isFinal, pathOf, StopButton } from "@/runs";
import { tellTrouble } from "@/stage";
import { useComposer, useLayout } from "@/state";
import { Button, type MenuItem, MenuButton } from "@/ui";
import { commandsOf, isWanted, wordOf } from "./commands";

const ICONS = { pause: Pause, resume: Play, retry: RotateCw, rerun: RotateCcw } as const;

/** What one can do with a run: hold it, let it go on, stop it, try again, run it once more, take it back. */
export function RunCommands({ detail }: { readonly detail: RunDetail }) {
  const t = useT();
  const [, navigate] = useLocation();
  const { mutate, isPending, variables } = useRunCommand();
  const [undoing, setUndoing] = useState(false);
  const { run, undoable } = detail;
  const order = (command: RunCommand) =>
    mutate(
      { id: run.id, command },
      {
        onSuccess: (next, here) => here && next.id !== run.id && navigate(pathOf(next)),
        onError: (error) => tellTrouble(error, t),
      },
    );
  const more: MenuItem[] = [];
  if (run.session_id !== null) {
    const conversation = run.session_id;
    const open = () => {
      useComposer.getState().open(conversation);
      useLayout.getState().showChat(true);
    };
    more.push({ id: "conversation", label: t("activity.conversation"), icon: MessageSquare, onSelect: open });
  }
  if (undoable) more.push({ id: "undo", label: t("activity.undo.run"), icon: Undo2, onSelect: () => setUndoing(true) });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {commandsOf(run).map((command) => (
        <Button
          key={command}
          icon={ICONS[command]}
          tone={isWanted(command) ? "primary" : "plain"}
          busy={isPending && variables?.command === command}
          onClick={() => order(command)}
        >
          {t(wordOf(command, run))}
        </Button>
      ))}
      {!isFinal(run) && <StopButton run={run} size="md" />}
      <Button icon={ChartGantt} onClick={() => navigate(`/traces/${run.id}`)}>
        {t("activity.trace")}
      </Button>
      {more.length > 0 && <MenuButton items={more} />}
      <UndoDialog subject={{ kind: "run", id: run.id }} open={undoing} onClose={() => setUndoing(false)} />
    </div>
  );
}
