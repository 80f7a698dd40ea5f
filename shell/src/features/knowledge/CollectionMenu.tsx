import { FolderSync, Pencil, Trash2, X } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { type Collection, useDeleteCollection, useEditCollection } from "@/api";
import { useT } from "@/i18n";
import { NameDialog } from "@/knowledge/NameDialog";
import { useRestore } from "@/knowledge/useDocumentRemoval";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { Badge, Button, MenuButton, Tooltip, undoToast } from "@/ui";
import { WatchDialog } from "./WatchDialog";

/** What one can do with a collection as a whole. */
export function CollectionMenu({ collection }: { readonly collection: Collection }) {
  const t = useT();
  const [, navigate] = useLocation();
  const [asking, ask] = useState<"name" | "watch" | null>(null);
  const edit = useEditCollection();
  const removal = useDeleteCollection();
  const restore = useRestore();
  const { id, name, is_watched, is_sample } = collection;
  const remove = async () => {
    try {
      // Awaited: the collection may leave the list, and this with it, before the answer is there.
      const removed = await removal.mutateAsync(id);
      navigate("/knowledge");
      const message = is_sample ? t("knowledge.collection.sample.removed") : t("knowledge.collection.deleted", { name });
      undoToast({ message, undo: () => void restore([removed]) });
    } catch (error) {
      tellTrouble(error, t);
    }
  };
  const unwatch = () =>
    edit.mutate({ id, is_watched: false }, { onSuccess: () => announce(t("knowledge.watch.ended")), onError: (error) => tellTrouble(error, t) });
  return (
    <span className="inline-flex items-center gap-1">
      {is_sample && (
        <>
          <Tooltip label={t("knowledge.collection.sample.about")}>
            <span tabIndex={0} className="rounded-sm">
              <Badge tone="accent">{t("knowledge.collection.sample")}</Badge>
            </span>
          </Tooltip>
          <Button tone="quiet" size="sm" icon={X} busy={removal.isPending} onClick={() => void remove()}>
            {t("knowledge.collection.sample.remove")}
          </Button>
        </>
      )}
      <MenuButton
        size="sm"
        items={[
          { id: "name", label: t("knowledge.collection.rename"), icon: Pencil, onSelect: () => ask("name") },
          { id: "watch", label: t(is_watched ? "knowledge.watch.edit" : "knowledge.watch"), icon: FolderSync, onSelect: () => ask("watch") },
          ...(is_watched ? [{ id: "unwatch", label: t("knowledge.watch.off"), icon: X, onSelect: unwatch }] : []),
          { id: "delete", label: t("knowledge.collection.delete"), icon: Trash2, danger: true, separated: true, onSelect: () => void remove() },
        ]}
      />
      {asking === "watch" && <WatchDialog collection={collection} onClose={() => ask(null)} />}
      {asking === "name" && (
        <NameDialog
          title={t("knowledge.collection.rename.title", { name })}
          label={t("knowledge.collection.name")}
          action={t("words.rename")}
          name={name}
          busy={edit.isPending}
          error={edit.error}
          onName={(next) => edit.mutate({ id, name: next }, { onSuccess: () => ask(null) })}
          onClose={() => ask(null)}
        />
      )}
    </span>
  );
}
