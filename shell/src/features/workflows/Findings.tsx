import { CircleCheck, CircleX, Info } from "lucide-react";

import type { WorkflowCheck } from "@/api";
import { findingOf, useT } from "@/i18n";
import { Spinner } from "@/ui";
import { lineOf } from "./steps";

interface FindingsProps {
  readonly text: string;
  readonly check: WorkflowCheck | undefined;
  /** Whether the text is being looked at just now. */
  readonly looking: boolean;
  readonly onGo: (line: number) => void;
}

/** Everything that is wrong with the text, each leading to its line; or that it is well. */
export function Findings({ text, check, looking, onGo }: FindingsProps) {
  const t = useT();
  if (check === undefined) return <Verdict looking={looking}>{t("workflows.check.looking")}</Verdict>;
  if (check.ok && check.findings.length === 0) {
    return (
      <Verdict looking={looking} well>
        {t("workflows.check.ok")}
      </Verdict>
    );
  }
  return (
    <div>
      <Verdict looking={looking} well={check.ok || undefined}>
        {check.ok ? `${t("workflows.check.ok")} ${t("workflows.check.notes", { count: check.findings.length })}` : t("workflows.check.wrong", { count: check.findings.filter(({ blocks }) => blocks).length })}
      </Verdict>
      <ul aria-label={t("workflows.check.findings")} className="flex flex-col border-t border-line">
        {check.findings.map((finding, index) => {
          const { message, hint } = findingOf(finding, t);
          const line = finding.line ?? (finding.step ? lineOf(text, finding.step) : null);
          return (
            <li key={index} className="flex items-start gap-2 border-b border-line px-4 py-2 text-sm last:border-b-0">
              {finding.blocks ? <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" /> : <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-text" />}
              <div className="min-w-0 flex-1">
                <p className="break-words text-fg">{message}</p>
                {hint && <p className="break-words text-muted">{hint.replaceAll("`", "")}</p>}
              </div>
              {line !== null && (
                <button
                  type="button"
                  onClick={() => onGo(line)}
                  className="shrink-0 rounded-sm px-1.5 text-xs leading-5 text-accent-text tabular-nums hover:bg-hover"
                >
                  {t("workflows.check.line", { line })}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Verdict({ children, looking, well }: { readonly children: string; readonly looking: boolean; readonly well?: true }) {
  return (
    <p role="status" className="flex min-h-9 items-center gap-2 px-4 text-sm text-fg">
      {looking ? (
        <Spinner />
      ) : well ? (
        <CircleCheck aria-hidden className="size-4 text-ok" />
      ) : (
        <CircleX aria-hidden className="size-4 text-bad" />
      )}
      {children}
    </p>
  );
}
