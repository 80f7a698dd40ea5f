import { type FormEvent, useEffect, useId, useRef, useState } from "react";

import { type Artifact, useRenameArtifact } from "@/api";
import { useT } from "@/i18n";
import { troubleOf } from "@/stage";
import { announce } from "@/state";
import { Button, Dialog, Field, Input } from "@/ui";

interface RenameDialogProps {
  readonly artifact: Artifact;
  readonly onClose: () => void;
}

/** Gives an artifact another name. */
export function RenameDialog({ artifact, onClose }: RenameDialogProps) {
  const t = useT();
  const form = useId();
  const rename = useRenameArtifact();
  const [name, setName] = useState(artifact.name);
  const wished = name.trim();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.setSelectionRange(0, stemOf(field.current.value).length), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wished === "" || rename.isPending) return;
    rename.mutate(
      { id: artifact.id, name: wished },
      {
        onSuccess: (renamed) => {
          announce(t("viewer.renamed", { name: renamed.name }));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("words.rename")}
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button type="submit" form={form} tone="primary" disabled={wished === ""} busy={rename.isPending}>
            {t("words.rename")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field label={t("viewer.name")} error={rename.error && troubleOf(rename.error, t).message}>
          {(ids) => (
            <Input
              {...ids}
              ref={field}
              autoFocus
              value={name}
              maxLength={200}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

/** The name without its ending: what one usually wants to change. */
function stemOf(name: string): string {
  return name.replace(/(?<=.)\.[A-Za-z0-9]{1,6}$/, "");
}
