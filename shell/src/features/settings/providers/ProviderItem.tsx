import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "wouter";

import type { ModelInfo, Provider, ProviderInfo } from "@/api";
import { useT } from "@/i18n";
import { classes, Field, Select, StatusDot, Switch } from "@/ui";
import { KeyField } from "../KeyField";
import { TextSetting } from "../TextSetting";
import { ConnectionTester } from "./ConnectionTester";
import { dotOfProvider } from "./provider";

/** No model has this name: ids have no spaces. */
const AUTOMATIC = " ";

interface ProviderItemProps {
  readonly provider: ProviderInfo;
  readonly models: readonly ModelInfo[];
  /** The model it uses unless a role says otherwise. */
  readonly chosen: string | null;
  readonly onChange: (change: Partial<Provider>) => void;
}

/** One provider: a line that unfolds into its address, key, test and models. */
export function ProviderItem({ provider, models, chosen, onChange }: ProviderItemProps) {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div>
      <div className="flex min-h-[42px] items-center gap-3 pr-4">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 items-center gap-2.5 self-stretch rounded-md py-2 pl-3 text-left text-sm -outline-offset-2"
        >
          <ChevronRight
            aria-hidden
            className={classes("size-4 shrink-0 text-muted transition-transform duration-100", open && "rotate-90")}
          />
          <StatusDot status={dotOfProvider(provider)} />
          <span className="truncate font-medium text-fg">{provider.name}</span>
          <span className="truncate text-xs text-muted">{t(`settings.providers.status.${provider.status}`)}</span>
        </button>
        {models.length > 0 && (
          <span className="shrink-0 text-xs text-muted max-sm:hidden">
            {t("settings.providers.models", { count: models.length })}
          </span>
        )}
        <Switch
          checked={provider.enabled}
          label={t("settings.providers.enable", { name: provider.name })}
          onChange={(enabled) => onChange({ enabled })}
        />
      </div>
      {open && (
        <div id={id} className="flex flex-col gap-4 border-t border-line bg-panel px-4 py-4 last:rounded-b-lg sm:pl-[38px]">
          {provider.detail && <p className="text-sm text-muted">{provider.detail}</p>}
          {provider.key_name !== null && <KeyField name={provider.key_name} isKept={provider.has_key} />}
          {provider.wire !== "embedded" && (
            <TextSetting
              label={t("settings.providers.address")}
              hint={t("settings.providers.address.hint")}
              value={provider.base_url ?? ""}
              inputMode="url"
              maxLength={500}
              mono
              onCommit={(value) => onChange({ base_url: value || null })}
            />
          )}
          {models.length > 0 && (
            <Field label={t("settings.providers.default")} hint={t("settings.providers.default.hint")}>
              {({ id: field }) => (
                <Select
                  id={field}
                  value={chosen ?? AUTOMATIC}
                  options={[
                    { value: AUTOMATIC, label: t("models.automatic") },
                    ...models.map((model) => ({ value: model.id, label: model.id })),
                  ]}
                  onChange={(value) => onChange({ default_model: value === AUTOMATIC ? null : value })}
                />
              )}
            </Field>
          )}
          <ConnectionTester provider={provider} />
          {models.length > 0 && (
            <Link href="/models" className="self-start rounded-sm text-sm text-accent-text underline-offset-2 hover:underline">
              {t("settings.models.open")}
            </Link>
          )}
        </div>
      )}
    </div>
  );
}
