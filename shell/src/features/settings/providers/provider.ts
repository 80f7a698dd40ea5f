/** Providers in shapes. Pure. */

import type { ProviderInfo } from "@/api";
import type { Status } from "@/ui";

const DOTS: Readonly<Record<ProviderInfo["status"], Status>> = {
  reachable: "ok",
  unreachable: "off",
  no_key: "warn",
  off: "off",
  unknown: "idle",
};

export const dotOfProvider = (provider: ProviderInfo): Status => DOTS[provider.status];
