/** How the settings of one provider are edited. Pure. */

import type { Provider, Settings } from "./types";

const UNTOUCHED: Provider = { enabled: true, wire: null, base_url: null, default_model: null, path: null, passes_on: false };

/** The settings with one provider changed; everything else about it stays. */
export function withProvider(settings: Settings, id: string, change: Partial<Provider>): Settings {
  const before = settings.providers[id] ?? UNTOUCHED;
  return { ...settings, providers: { ...settings.providers, [id]: { ...before, ...change } } };
}
