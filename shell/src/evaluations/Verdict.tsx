import { CircleDashed, CircleSlash, Check, TriangleAlert, X } from "lucide-react";
import type { LucideIcon } from "lucide-react";

import { useT } from "@/i18n";
import { Badge, type Tone } from "@/ui";
import type { Mark } from "./results";

const LOOKS: Readonly<Record<Mark, readonly [LucideIcon, Tone]>> = {
  passed: [Check, "ok"],
  failed: [X, "bad"],
  error: [TriangleAlert, "warn"],
  not_checked: [CircleSlash, "neutral"],
  waiting: [CircleDashed, "neutral"],
};

/** How an answer did, by sign and word as well as by colour. */
export function Verdict({ mark, className }: { readonly mark: Mark; readonly className?: string }) {
  const t = useT();
  const [Icon, tone] = LOOKS[mark];
  return (
    <Badge tone={tone} className={className}>
      <Icon aria-hidden strokeWidth={2.5} className="size-3 shrink-0" />
      {t(`evaluations.mark.${mark}`)}
    </Badge>
  );
}
