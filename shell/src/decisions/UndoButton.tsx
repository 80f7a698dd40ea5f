import { Redo2, Undo2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";

import { type Change, useChange } from "@/api";
import { useT } from "@/i18n";
import { Badge, Button, Tooltip } from "@/ui";

const UndoDialog = lazy(() => import("./UndoDialog").then((module) => ({ default: module.UndoDialog })));

interface UndoButtonProps {
  readonly change: Pick<Change, "id" | "undoes" | "undone_by" | "undo">;
  /** `plain` where it is the main thing to do, `quiet` in rows. */
  readonly look?: "plain" | "quiet";
  /** Whether the change is itself an undo, where that is known already. */
  readonly again?: boolean;
}

/** Takes one change back, after showing what that does. Taking back what took something back is to redo it. */
export function UndoButton({ change, look = "quiet", again = false }: UndoButtonProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { data: earlier } = useChange(change.undoes);
  const redo = again || (earlier !== undefined && earlier.undoes === null);
  if (change.undone_by) return <Badge>{t("undo.undone")}</Badge>;
  if (!change.undo.possible) {
    return (
      <Tooltip label={change.undo.reason ?? t("undo.impossible")} side="top">
        <span tabIndex={0} className="text-xs text-muted">
          —
        </span>
      </Tooltip>
    );
  }
  return (
    <>
      <Button
        size={look === "quiet" ? "sm" : "md"}
        tone={look}
        icon={redo ? Redo2 : Undo2}
        onClick={() => setOpen(true)}
      >
        {t(redo ? "undo.redo" : "words.undo")}
      </Button>
      {open && (
        <Suspense>
          <UndoDialog subject={{ kind: "change", id: change.id }} redo={redo} open onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
