import { Compass, Eye, Globe, type LucideIcon, PenLine, Terminal, Trash2 } from "lucide-react";

import { useT } from "@/i18n";
import { Badge, type Tone } from "@/ui";
import type { Effect } from "./capabilities";

const LOOKS: Readonly<Record<Effect, { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  read: { icon: Eye, tone: "neutral" },
  navigate: { icon: Compass, tone: "neutral" },
  write: { icon: PenLine, tone: "run" },
  delete: { icon: Trash2, tone: "bad" },
  exec: { icon: Terminal, tone: "warn" },
  external: { icon: Globe, tone: "warn" },
};

/** The picture of an effect. */
export function effectIcon(effect: Effect): LucideIcon {
  return LOOKS[effect].icon;
}

/** What a capability does to the world, in one word. */
export function EffectBadge({ effect }: { readonly effect: Effect }) {
  const t = useT();
  const { icon: Icon, tone } = LOOKS[effect];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden className="size-3" />
      {t(`effect.${effect}`)}
    </Badge>
  );
}
