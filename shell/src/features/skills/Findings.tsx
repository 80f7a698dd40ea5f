import { AlertTriangle, Info } from "lucide-react";

import type { SkillFinding } from "@/api";
import { useT } from "@/i18n";
import { ForeignText } from "@/ui";

/** What a check of a skill found, each with what to do about it. */
export function Findings({ findings }: { readonly findings: readonly SkillFinding[] }) {
  const t = useT();
  if (findings.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted">{t("skills.findings", { count: findings.length })}</summary>
      <ul className="mt-2 flex flex-col gap-2">
        {findings.map(({ code, severity, message, hint }) => {
          const Sign = severity === "error" ? AlertTriangle : Info;
          return (
            <li key={`${code}:${message}`} className="flex items-start gap-2">
              <Sign aria-hidden className={severity === "error" ? "mt-0.5 size-3.5 shrink-0 text-bad-text" : "mt-0.5 size-3.5 shrink-0 text-muted"} />
              <span>
                <ForeignText>{message}</ForeignText>
                {hint && <span className="block text-xs text-muted">{hint}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
