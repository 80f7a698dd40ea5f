import { TrendingDown } from "lucide-react";

import { useT } from "@/i18n";
import type { Regression } from "./results";

/** What passed before and fails now: it stands first, because it is what to look at. */
export function Regressions({ items }: { readonly items: readonly Regression[] }) {
  const t = useT();
  if (items.length === 0) return null;
  return (
    <div role="group" aria-label={t("evaluations.regressions")} className="flex flex-col gap-2 rounded-lg border border-line bg-bad-soft px-4 py-3">
      <p className="flex items-center gap-2 text-sm font-medium text-fg">
        <TrendingDown aria-hidden className="size-4 shrink-0 text-bad" />
        {t("evaluations.regressions.count", { count: items.length })}
      </p>
      <ul className="flex flex-col gap-1.5 pl-6">
        {items.map(({ question, words, label, why }) => (
          <li key={`${question}/${label}`} className="text-sm break-words text-fg">
            {words}
            {why.length > 0 && <span className="block text-xs text-muted">{why.join(" ")}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
