import { Link } from "wouter";

import type { Models, ProviderInfo } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Card } from "@/ui";
import { ProviderRow } from "./ProviderRow";
import { isConnected, providersOf } from "./providers";
import type { Finding } from "./useFinding";

/** Providers with their models: this machine first, then those over the internet that are used. */
export function ProviderList({ models, finding }: { readonly models: Models; readonly finding: Finding }) {
  const t = useT();
  const local = providersOf(models, true);
  const remote = providersOf(models, false).filter((each) => isConnected(each) || finding.found.has(each.id));
  const others = models.providers.filter((each) => !each.local).length - remote.length;
  const settings = (
    <Link href="/settings/providers" className="rounded-sm text-accent-text underline-offset-2 hover:underline">
      {t("models.provider.settings")}
    </Link>
  );
  const list = (providers: readonly ProviderInfo[]) => (
    <Card className="divide-y divide-line">
      {providers.map((provider) => (
        <ProviderRow
          key={provider.id}
          provider={provider}
          models={models.models.filter((each) => each.provider === provider.id)}
          onUse={!provider.enabled && finding.found.has(provider.id) ? () => finding.use(provider) : undefined}
        />
      ))}
    </Card>
  );
  return (
    <>
      <Section title={t("models.local")} aside={settings}>
        {list(local)}
      </Section>
      {(remote.length > 0 || others > 0) && (
        <Section title={t("models.remote")} aside={settings}>
          {remote.length > 0 && list(remote)}
          {others > 0 && <p className="text-xs text-muted">{t("models.others", { count: others })}</p>}
        </Section>
      )}
    </>
  );
}
