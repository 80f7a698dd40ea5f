import type { Plugin } from "@/api";
import { useT } from "@/i18n";
import { Badge, type Tone } from "@/ui";

const TONES: Readonly<Record<Plugin["state"], Tone>> = {
  new: "warn",
  enabled: "ok",
  disabled: "neutral",
  changed: "warn",
  missing: "bad",
  broken: "bad",
};

/** How a plugin stands. */
export function StateBadge({ state }: { readonly state: Plugin["state"] }) {
  const t = useT();
  return <Badge tone={TONES[state]}>{t(`plugins.state.${state}`)}</Badge>;
}
