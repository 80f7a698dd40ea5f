import { ShieldCheck, Speech, X } from "lucide-react";

import { useT } from "@/i18n";
import { Badge, IconButton } from "@/ui";

export interface RuleItem {
  readonly sentence: string;
  readonly checked: boolean;
}

interface RuleListProps {
  readonly label: string;
  readonly items: readonly RuleItem[];
  readonly none: string;
  /** Left out where rules are only read. */
  readonly onRemove?: (place: number) => void;
}

/** Rules as sentences; each says whether it is checked, or only said. */
export function RuleList({ label, items, none, onRemove }: RuleListProps) {
  const t = useT();
  if (items.length === 0) return <p className="text-sm text-muted">{none}</p>;
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-line">
      {items.map(({ sentence, checked }, place) => (
        <li key={`${place}/${sentence}`} className="flex items-center gap-3 py-2 text-sm first:pt-0 last:pb-0">
          {checked ? (
            <ShieldCheck aria-hidden className="size-4 shrink-0 text-muted" />
          ) : (
            <Speech aria-hidden className="size-4 shrink-0 text-muted" />
          )}
          <span className="min-w-0 flex-1 break-words text-fg">{sentence}</span>
          <Badge className="shrink-0">{t(checked ? "agents.rules.checked" : "agents.rules.said")}</Badge>
          {onRemove && <IconButton icon={X} size="sm" label={t("agents.rules.remove", { rule: sentence })} onClick={() => onRemove(place)} />}
        </li>
      ))}
    </ul>
  );
}
