import { SquareTerminal } from "lucide-react";

import { useT } from "@/i18n";
import { ForeignText } from "@/ui";

/** The command that tells whether a step is done: it runs by itself after the step, so it is never folded away. */
export function StepCheck({ command }: { readonly command: string }) {
  const t = useT();
  return (
    <p className="mt-1 flex items-start gap-1.5 text-xs text-muted">
      <SquareTerminal aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0">
        {t("plans.step.runs")} <code className="font-mono text-2xs break-words text-fg"><ForeignText place="code">{command}</ForeignText></code>
      </span>
    </p>
  );
}
