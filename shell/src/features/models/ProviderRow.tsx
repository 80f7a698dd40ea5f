import type { ModelInfo, ProviderInfo } from "@/api";
import { useT } from "@/i18n";
import { Button, StatusDot } from "@/ui";
import { ModelRow } from "./ModelRow";
import { dotOf } from "./providers";

interface ProviderRowProps {
  readonly provider: ProviderInfo;
  readonly models: readonly ModelInfo[];
  /** Given when it answers on this machine but is not switched on. */
  readonly onUse?: () => void;
}

/** One provider: how it stands, and its models below it. */
export function ProviderRow({ provider, models, onUse }: ProviderRowProps) {
  const t = useT();
  return (
    <div role="group" aria-label={provider.name}>
      <div className="flex min-h-[38px] flex-wrap items-center gap-x-2.5 gap-y-0.5 px-4 py-2 text-sm">
        <StatusDot status={onUse ? "idle" : dotOf(provider)} />
        <span className="font-medium text-fg">{provider.name}</span>
        <span className="text-xs text-muted">
          {onUse ? t("models.provider.found") : t(`settings.providers.status.${provider.status}`)}
        </span>
        {provider.base_url && <span className="ml-auto truncate font-mono text-2xs text-muted max-sm:hidden">{provider.base_url}</span>}
        {onUse && (
          <Button size="sm" aria-label={t("models.provider.use.label", { name: provider.name })} onClick={onUse}>
            {t("models.provider.use")}
          </Button>
        )}
        {models.length === 0 && provider.status === "reachable" && (
          <p className="w-full pl-5 text-xs text-muted">{t("models.provider.empty")}</p>
        )}
      </div>
      {models.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {models.map((model) => (
            <ModelRow key={model.id} model={model} />
          ))}
        </ul>
      )}
    </div>
  );
}
