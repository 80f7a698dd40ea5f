import { useEffect } from "react";

import { type Provider, useDiscover, useHome, useModels, useSaveSettings, withProvider } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { type Best, bestOf, type Found, rowsOf } from "./found";

export interface Connect {
  /** What was found; undefined while the search goes on. */
  readonly rows: readonly Found[] | undefined;
  readonly error: Error | null;
  readonly busy: boolean;
  readonly best: Best | undefined;
  /** Which providers are switched on. */
  readonly enabled: ReadonlySet<string>;
  readonly look: () => void;
  /** Switch a provider on, with this model if one is named. */
  readonly use: (provider: string, model?: string, then?: () => void) => void;
}

/** Looks around this machine once, and switches on what the person chooses. */
export function useConnect(): Connect {
  const t = useT();
  const { mutate: look, data: found, isPending, error } = useDiscover();
  const { data: home } = useHome();
  const { data: models } = useModels();
  const { mutate, isPending: busy } = useSaveSettings();
  useEffect(() => look(), [look]);

  const providers = models?.providers ?? [];
  const rows = isPending || found === undefined ? undefined : rowsOf(found, providers);
  const use = (provider: string, model?: string, then?: () => void) => {
    const change: Partial<Provider> = { enabled: true, ...(model === undefined ? {} : { default_model: model }) };
    mutate((settings) => withProvider(settings, provider, change), {
      onSuccess: then,
      onError: (reason) => tellTrouble(reason, t),
    });
  };
  return {
    rows,
    error,
    busy,
    best: bestOf(rows ?? [], home?.model),
    enabled: new Set(providers.filter((provider) => provider.enabled).map((provider) => provider.id)),
    look: () => look(),
    use,
  };
}
