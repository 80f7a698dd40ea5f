import { type FormEvent, useState } from "react";

import { useModels, useSaveSecret, useSaveSettings, useTestConnection, withProvider } from "@/api";
import { useT } from "@/i18n";
import { troubleOf } from "@/stage";
import { Button, Card, Field, Input, Select, Skeleton, StatusDot } from "@/ui";

/** A key for a provider that needs one: stored, switched on, and tried at once. */
export function ApiKeyForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const { data, isPending } = useModels();
  const keyed = data?.providers.filter((provider) => provider.key_name !== null) ?? [];
  const [choice, setChoice] = useState<string>();
  const [value, setValue] = useState("");
  const secret = useSaveSecret();
  const settings = useSaveSettings();
  const test = useTestConnection();
  const chosen = keyed.find((provider) => provider.id === choice) ?? keyed[0];

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!chosen?.key_name) return;
    try {
      await secret.mutateAsync({ name: chosen.key_name, value: value.trim() });
      setValue("");
      await settings.mutateAsync((now) => withProvider(now, chosen.id, { enabled: true }));
      await test.mutateAsync(chosen.id);
    } catch {
      // Each mutation keeps its error; it is shown below the field.
    }
  };
  if (isPending) return <Skeleton className="h-48 rounded-lg" />;
  const busy = secret.isPending || settings.isPending || test.isPending;
  const error = secret.error ?? settings.error ?? test.error;
  const refused = test.data && !test.data.ok ? test.data.detail : undefined;
  return (
    <Card className="p-4">
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <Field label={t("welcome.key.provider")}>
          {(ids) => (
            <Select
              id={ids.id}
              value={chosen?.id ?? ""}
              onChange={setChoice}
              options={keyed.map((provider) => ({ value: provider.id, label: provider.name }))}
            />
          )}
        </Field>
        <Field
          label={t("settings.providers.key")}
          hint={t("settings.providers.key.hint")}
          error={error ? troubleOf(error, t).message : refused}
        >
          {(ids) => (
            <Input
              {...ids}
              type="password"
              required
              autoComplete="off"
              value={value}
              placeholder={t("settings.providers.key.placeholder")}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Field>
        <div className="flex items-center gap-2">
          <Button type="submit" busy={busy} disabled={value.trim() === "" && !busy}>
            {t("settings.providers.key.save")}
          </Button>
          <Button tone="quiet" onClick={onClose}>
            {t("welcome.key.hide")}
          </Button>
          <p role="status" className="ml-auto flex items-center gap-2 text-sm">
            {test.data?.ok && chosen && (
              <>
                <StatusDot status="ok" />
                {t("welcome.key.saved", { name: chosen.name })}
              </>
            )}
          </p>
        </div>
      </form>
    </Card>
  );
}
