import { type FormEvent, useState } from "react";

import { useSaveSecret } from "@/api";
import { useT } from "@/i18n";
import { troubleOf } from "@/stage";
import { Button, Field, Input } from "@/ui";
import { noteSave } from "./useEdit";

interface KeyFieldProps {
  /** The secret the key is kept under. */
  readonly name: string;
  /** Whether there is one already. */
  readonly isKept: boolean;
  readonly label?: string;
  readonly hint?: string;
}

/** A key: it goes in, it never comes out. */
export function KeyField({ name, isKept, label, hint }: KeyFieldProps) {
  const t = useT();
  const [value, setValue] = useState("");
  const { mutate, isPending, error } = useSaveSecret();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const saved = () => {
      setValue("");
      noteSave();
    };
    mutate({ name, value: value.trim() }, { onSuccess: saved });
  };
  const trouble = error && troubleOf(error, t);
  return (
    <form onSubmit={submit}>
      <Field
        label={label ?? t("settings.providers.key")}
        hint={isKept ? t("settings.providers.key.kept") : (hint ?? t("settings.providers.key.hint"))}
        error={trouble ? [trouble.message, trouble.hint].filter(Boolean).join(" ") : undefined}
      >
        {(ids) => (
          <div className="flex gap-2">
            <Input
              {...ids}
              type="password"
              required
              autoComplete="off"
              value={value}
              placeholder={isKept ? "••••••••••••" : t("settings.providers.key.placeholder")}
              onChange={(event) => setValue(event.target.value)}
            />
            <Button type="submit" busy={isPending} disabled={value.trim() === ""}>
              {t("settings.providers.key.save")}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
