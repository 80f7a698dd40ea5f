import { Radar } from "lucide-react";

import { type ProviderInfo, useDiscover, useModels, withProvider } from "@/api";
import { useT } from "@/i18n";
import { RowsSkeleton, Section, tellTrouble, Trouble } from "@/stage";
import { Button, Card } from "@/ui";
import { useEdit } from "../useEdit";
import { ProviderItem } from "./ProviderItem";

/** Providers: where models come from, local ones first. */
export function ProvidersSection() {
  const t = useT();
  const { data, error, refetch } = useModels();
  const discover = useDiscover();
  const { settings, edit, error: refused } = useEdit();
  if (data === undefined) {
    return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton count={6} />;
  }
  const group = (local: boolean) => data.providers.filter((provider) => provider.local === local);
  const list = (providers: readonly ProviderInfo[]) => (
    <Card className="divide-y divide-line">
      {providers.map((provider) => (
        <ProviderItem
          key={provider.id}
          provider={provider}
          models={data.models.filter((model) => model.provider === provider.id)}
          chosen={settings.providers[provider.id]?.default_model ?? null}
          onChange={(change) => edit((now) => withProvider(now, provider.id, change))}
        />
      ))}
    </Card>
  );
  const find = (
    <Button
      size="sm"
      icon={Radar}
      busy={discover.isPending}
      onClick={() => discover.mutate(undefined, { onError: (reason) => tellTrouble(reason, t) })}
    >
      {t("settings.providers.find")}
    </Button>
  );
  return (
    <>
      <p className="text-sm text-muted">{t("settings.providers.about")}</p>
      {refused && <Trouble error={refused} />}
      <Section title={t("settings.providers.local")} aside={find}>
        {list(group(true))}
      </Section>
      {group(false).length > 0 && <Section title={t("settings.providers.remote")}>{list(group(false))}</Section>}
    </>
  );
}
