/** Providers in order and in shapes. Pure. */

import type { Models, ProviderInfo } from "@/api";
import type { Status } from "@/ui";

const DOTS: Readonly<Record<ProviderInfo["status"], Status>> = {
  reachable: "ok",
  unreachable: "off",
  no_key: "warn",
  off: "off",
  unknown: "idle",
};

export const dotOf = ({ status }: ProviderInfo): Status => DOTS[status];

/** Whether it answers, or would if anybody asked: it is on and has the key it needs. */
export function isConnected(provider: ProviderInfo): boolean {
  return provider.enabled && (provider.status === "reachable" || (provider.status === "unknown" && provider.has_key));
}

/** Those on this machine or over the internet, the ones with models first. */
export function providersOf({ providers, models }: Models, local: boolean): readonly ProviderInfo[] {
  const rank = (provider: ProviderInfo) =>
    Number(models.some((model) => model.provider === provider.id)) * 2 + Number(provider.status === "reachable");
  return providers.filter((each) => each.local === local).sort((a, b) => rank(b) - rank(a) || a.name.localeCompare(b.name));
}
