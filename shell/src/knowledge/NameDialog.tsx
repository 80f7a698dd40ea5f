import { type FormEvent, useId, useState } from "react";

import { useT } from "@/i18n";
import { troubleOf } from "@/stage";
import { Button, Dialog, Field, Input } from "@/ui";

interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  readonly action: string;
  readonly name: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for a name. */
export function NameDialog({ title, label, action, name, busy, error, onName, onClose }: NameDialogProps) {
  const t = useT();
  const form = useId();
  const [typed, type] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== "") onName(typed.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button tone="primary" type="submit" form={form} busy={busy} disabled={typed.trim() === ""}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field label={label} error={error ? troubleOf(error, t).message : undefined}>
          {(ids) => <Input {...ids} autoFocus maxLength={200} value={typed} onChange={(event) => type(event.target.value)} />}
        </Field>
      </form>
    </Dialog>
  );
}
