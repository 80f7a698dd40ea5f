import { Check, CircleSlash, X } from "lucide-react";

import type { TrialCell } from "@/api";
import { useT } from "@/i18n";

type Checked = NonNullable<TrialCell["checks"]>[number];

const LOOKS = { passed: [Check, "text-ok"], failed: [X, "text-bad"], not_checked: [CircleSlash, "text-muted"] } as const;

/** Each expectation of one answer: whether it was met, by sign and word, and why not. */
export function Checks({ checks }: { readonly checks: readonly Checked[] }) {
  const t = useT();
  if (checks.length === 0) return null;
  return (
    <ul aria-label={t("evaluations.checks")} className="flex flex-col gap-1.5">
      {checks.map((check, place) => (
        <CheckLine key={place} check={check} />
      ))}
    </ul>
  );
}

function CheckLine({ check }: { readonly check: Checked }) {
  const t = useT();
  const mark = check.passed === null ? "not_checked" : check.passed ? "passed" : "failed";
  const [Icon, tint] = LOOKS[mark];
  return (
    <li className="flex items-start gap-2 text-sm">
      <Icon role="img" aria-label={t(`evaluations.mark.${mark}`)} strokeWidth={2.5} className={`mt-[3px] size-3.5 shrink-0 ${tint}`} />
      <span className="min-w-0 break-words text-fg">
        {check.sentence}
        {mark !== "passed" && check.why && <span className="block text-xs text-muted">{check.why}</span>}
        {check.by_model && <span className="block text-xs text-muted">{t("evaluations.checks.model")}</span>}
      </span>
    </li>
  );
}
