import { type FormEvent, useState } from "react";

import { useSaveSecret } from "@/api";
import { useT } from "@/i18n";
import { troubleOf } from "@/stage";
import { Button, Card, Field, Input } from "@/ui";
import { noteSave } from "./useEdit";

/** A form for one more secret. The value is forgotten here as soon as it is on its way. */
export function NewSecret() {
  const t = useT();
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const { mutate, isPending, error } = useSaveSecret();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(
      { name: name.trim(), value },
      {
        onSuccess: () => {
          setName("");
          setValue("");
          noteSave();
        },
      },
    );
  };
  const trouble = error && troubleOf(error, t);
  return (
    <Card className="p-4">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t("settings.secrets.name")}
          hint={t("settings.secrets.name.hint")}
          error={trouble ? [trouble.message, trouble.hint].filter(Boolean).join(" ") : undefined}
        >
          {(ids) => (
            <Input
              {...ids}
              required
              pattern="[A-Za-z][A-Za-z0-9_.\-]{0,99}"
              value={name}
              autoComplete="off"
              spellCheck={false}
              className="font-mono text-xs"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("settings.secrets.value")}>
          {(ids) => (
            <Input
              {...ids}
              required
              type="password"
              value={value}
              autoComplete="off"
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={isPending} className="self-start">
          {t("settings.secrets.add")}
        </Button>
      </form>
    </Card>
  );
}
