import { type FormEvent, useState } from "react";

import { type ProviderInfo, useSaveSecret } from "@/api";
import { useT } from "@/i18n";
import { troubleOf } from "@/stage";
import { Button, Field, Input } from "@/ui";
import { noteSave } from "../useEdit";

interface KeyFieldProps {
  readonly provider: ProviderInfo;
  /** The secret the key is kept under. */
  readonly name: string;
}

/** The key of a provider: it goes in, it never comes out. */
export function KeyField({ provider, name }: KeyFieldProps) {
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
        label={t("settings.providers.key")}
        hint={t(provider.has_key ? "settings.providers.key.kept" : "settings.providers.key.hint")}
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
              placeholder={provider.has_key ? "••••••••••••" : t("settings.providers.key.placeholder")}
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
