import { type FormEvent, useId, useState } from "react";

import { type DocumentPlace, useAddSource } from "@/api";
import { useT } from "@/i18n";
import { troubleOf } from "@/stage";
import { announce } from "@/state";
import { Button, Dialog, Field, Input, Textarea } from "@/ui";

/** Where documents come from besides the files one chooses. */
export type Elsewhere = "url" | "folder" | "note";

interface SourceDialogProps {
  readonly source: Elsewhere;
  readonly place: DocumentPlace;
  readonly onClose: () => void;
}

/** Asks for an address, a folder or the words of a note. */
export function SourceDialog({ source, place, onClose }: SourceDialogProps) {
  const t = useT();
  const form = useId();
  const [ref, setRef] = useState("");
  const add = useAddSource();
  const refused = add.data?.refused[0];
  const trouble = add.error ? troubleOf(add.error, t) : (refused?.problem ?? null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ref.trim() === "") return;
    add.mutate(
      { source, ref: ref.trim(), ...place },
      {
        onSuccess: ({ documents, refused: not }) => {
          if (not.length > 0 && documents.length === 0) return;
          const [first] = documents;
          if (first) announce(t("knowledge.added", { count: documents.length, name: first.title }));
          onClose();
        },
      },
    );
  };
  const error = trouble && [trouble.message, trouble.hint].filter(Boolean).join(" ");
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`knowledge.add.${source}.title`)}
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button tone="primary" type="submit" form={form} busy={add.isPending} disabled={ref.trim() === ""}>
            {t("knowledge.add.action")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field label={t(`knowledge.add.${source}.label`)} hint={t(`knowledge.add.${source}.hint`)} error={error || undefined}>
          {(ids) =>
            source === "note" ? (
              <Textarea {...ids} autoFocus rows={8} value={ref} onChange={(event) => setRef(event.target.value)} />
            ) : (
              <Input
                {...ids}
                autoFocus
                type={source === "url" ? "url" : "text"}
                inputMode={source === "url" ? "url" : undefined}
                placeholder={source === "url" ? "https://" : undefined}
                spellCheck={false}
                value={ref}
                onChange={(event) => setRef(event.target.value)}
              />
            )
          }
        </Field>
      </form>
    </Dialog>
  );
}
