import { Undo2 } from "lucide-react";
import { useState } from "react";

import type { Change } from "@/api";
import { useT } from "@/i18n";
import { Badge, Button, Tooltip } from "@/ui";
import { UndoDialog } from "./UndoDialog";

/** Takes one change back, after showing what that does. */
export function UndoButton({ change }: { readonly change: Change }) {
  const t = useT();
  const [open, setOpen] = useState(false);
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
      <Button size="sm" tone="quiet" icon={Undo2} onClick={() => setOpen(true)}>
        {t("words.undo")}
      </Button>
      <UndoDialog subject={{ kind: "change", id: change.id }} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
