import { useT } from "@/i18n";
import { Button, classes } from "@/ui";
import type { Editor } from "./useEditor";

/** Stays in sight while something is not saved. */
export function SaveBar({ editor, saveWord }: { readonly editor: Editor; readonly saveWord: string }) {
  const t = useT();
  const { dirty, clashes, saving } = editor;
  return (
    <div
      className={classes(
        "sticky bottom-3 z-20 flex items-center gap-2 rounded-lg border border-line-strong bg-raised py-2 pr-2 pl-4 shadow-float",
        !dirty && "hidden",
      )}
    >
      <p role="status" className="min-w-0 flex-1 truncate text-sm text-muted">
        {dirty ? t("agents.unsaved") : ""}
      </p>
      <Button disabled={saving} onClick={editor.discard}>
        {t("agents.discard")}
      </Button>
      <Button type="submit" tone="primary" busy={saving} disabled={clashes.length > 0}>
        {saveWord}
      </Button>
    </div>
  );
}
