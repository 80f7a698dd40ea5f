import { Save, Undo } from "lucide-react";

import { chordText } from "@/actions/keys";
import { useT } from "@/i18n";
import { Button, IconButton } from "@/ui";

interface SaveToolsProps {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly isHeld?: boolean;
  readonly saveWord: string;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** Saving what is drawn, or going back to what is kept; nothing while both are the same. */
export function SaveTools({ isDirty, isSaving, isHeld = false, saveWord, onSave, onDiscard }: SaveToolsProps) {
  const t = useT();
  if (!isDirty) return null;
  return (
    <div className="flex items-center gap-1.5 rounded-md border border-line bg-raised p-1 shadow-raised">
      <span role="status" className="px-1.5 text-xs text-muted @max-3xl:sr-only">
        {t("workflows.unsaved")}
      </span>
      <IconButton icon={Undo} label={t("workflows.discard")} onClick={onDiscard} />
      <Button size="sm" icon={Save} busy={isSaving} disabled={isHeld} aria-keyshortcuts={chordText("mod+s")} onClick={onSave}>
        {saveWord}
      </Button>
    </div>
  );
}
