import { Check, CircleDashed } from "lucide-react";

import type { TriedCall } from "@/api";
import { useT } from "@/i18n";
import { ForeignText } from "@/ui";

/** What an agent did while it was tried, and what it wanted to do: that was not done. */
export function Calls({ calls }: { readonly calls: readonly TriedCall[] }) {
  const t = useT();
  const made = calls.filter(({ is_wished }) => !is_wished);
  const wished = calls.filter(({ is_wished }) => is_wished);
  return (
    <>
      {made.length > 0 && <CallList title={t("evaluations.calls.made")} calls={made} />}
      {wished.length > 0 && <CallList wished title={t("evaluations.calls.wished")} calls={wished} />}
    </>
  );
}

function CallList({ title, calls, wished = false }: { readonly title: string; readonly calls: readonly TriedCall[]; readonly wished?: boolean }) {
  const t = useT();
  const Icon = wished ? CircleDashed : Check;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-xs font-medium text-muted">{title}</p>
      <ul aria-label={title} className="flex flex-col gap-1">
        {calls.map(({ title: name, targets = [], asks, problem }, place) => (
          <li key={place} className="flex items-start gap-2 text-sm">
            <Icon aria-hidden className={`mt-1 size-3 shrink-0 ${wished ? "text-warn" : "text-ok"}`} />
            <span className="min-w-0 break-words text-fg">
              {name}
              {targets.length > 0 && (
                <span className="text-muted">
                  {": "}
                  <ForeignText still>{targets.join(", ")}</ForeignText>
                </span>
              )}
              {wished && asks && <span className="text-muted"> · {t("evaluations.calls.asks")}</span>}
              {problem && <span className="block text-xs text-bad-text">{problem}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
