import { useQueryClient } from "@tanstack/react-query";

import { keys, type KnowledgeDocument, type Removed, useDeleteDocuments, useUndo } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { undoToast } from "@/ui";

/** Lets documents go at once, with one way back for all of them. */
export function useDocumentRemoval(): (documents: readonly KnowledgeDocument[]) => Promise<void> {
  const t = useT();
  const removal = useDeleteDocuments();
  const restore = useRestore();
  return async (documents) => {
    const { removed, trouble } = await removal.mutateAsync(documents.map(({ id }) => id));
    if (trouble) tellTrouble(trouble, t);
    if (removed.length === 0) return;
    const [first] = documents;
    const message =
      first && documents.length === 1 ? t("knowledge.deleted.one", { name: first.title }) : t("knowledge.deleted", { count: removed.length });
    undoToast({ message, undo: () => void restore(removed) });
  };
}

/** Brings back what was removed, the last first. */
export function useRestore(): (removed: readonly Removed[]) => Promise<void> {
  const t = useT();
  const cache = useQueryClient();
  const undo = useUndo();
  return async (removed) => {
    try {
      for (const { change, run } of removed.toReversed()) {
        if (change) await undo.mutateAsync({ kind: "change", id: change });
        else if (run) await undo.mutateAsync({ kind: "run", id: run });
      }
      announce(t("undo.done"));
    } catch (error) {
      tellTrouble(error, t);
    } finally {
      void cache.invalidateQueries({ queryKey: keys.knowledge });
    }
  };
}
