import { useQueryClient } from "@tanstack/react-query";

import { type Artifact, keys, useDeleteArtifacts, useUndo } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { undoToast } from "@/ui";

/** Lets artifacts go at once, with one way back for all of them. */
export function useRemoval(): (artifacts: readonly Artifact[]) => Promise<void> {
  const t = useT();
  const cache = useQueryClient();
  const removal = useDeleteArtifacts();
  const undo = useUndo();
  const restore = async (changes: readonly string[]) => {
    try {
      for (const id of changes.toReversed()) await undo.mutateAsync({ kind: "change", id });
      announce(t("undo.done"));
    } catch (error) {
      tellTrouble(error, t);
    } finally {
      void cache.invalidateQueries({ queryKey: keys.artifacts });
    }
  };
  return async (artifacts) => {
    const { changes, trouble } = await removal.mutateAsync(artifacts.map(({ id }) => id));
    if (trouble) tellTrouble(trouble, t);
    if (changes.length === 0) return;
    const [first] = artifacts;
    const message =
      first && artifacts.length === 1
        ? t("artifacts.deleted.one", { name: first.name })
        : t("artifacts.deleted", { count: changes.length });
    undoToast({ message, undo: () => void restore(changes) });
  };
}
