import { type FormEvent, useId, useState } from "react";

import { type Collection, useEditCollection } from "@/api";
import { useT } from "@/i18n";
import { troubleOf } from "@/stage";
import { announce } from "@/state";
import { Button, Dialog, Field, Input, Textarea } from "@/ui";

/** Lets a collection follow a folder: new, changed and removed files come and go by themselves. */
export function WatchDialog({ collection, onClose }: { readonly collection: Collection; readonly onClose: () => void }) {
  const t = useT();
  const form = useId();
  const [folder, setFolder] = useState(collection.folder ?? "");
  const [ignore, setIgnore] = useState(collection.ignore.join("\n"));
  const edit = useEditCollection();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (folder.trim() === "") return;
    const globs = ignore.split("\n").map((line) => line.trim()).filter(Boolean);
    edit.mutate(
      { id: collection.id, folder: folder.trim(), ignore: globs, is_watched: true },
      {
        onSuccess: () => {
          announce(t("knowledge.watch.begun"));
          onClose();
        },
      },
    );
  };
  const trouble = edit.error && troubleOf(edit.error, t);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("knowledge.watch.title")}
      about={t("knowledge.watch.about")}
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button tone="primary" type="submit" form={form} busy={edit.isPending} disabled={folder.trim() === ""}>
            {t("knowledge.watch.on")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label={t("knowledge.watch.folder")}
          hint={t("knowledge.watch.folder.hint")}
          error={trouble ? [trouble.message, trouble.hint].filter(Boolean).join(" ") : undefined}
        >
          {(ids) => <Input {...ids} autoFocus spellCheck={false} value={folder} onChange={(event) => setFolder(event.target.value)} />}
        </Field>
        <Field label={t("knowledge.watch.ignore")} hint={t("knowledge.watch.ignore.hint")}>
          {(ids) => <Textarea {...ids} rows={3} spellCheck={false} value={ignore} onChange={(event) => setIgnore(event.target.value)} />}
        </Field>
      </form>
    </Dialog>
  );
}
