import { CircleX } from "lucide-react";

import { type Graph, useFlowCheck } from "@/api";
import { findingOf, useT } from "@/i18n";

interface FlowFindingsProps {
  readonly agent: string | undefined;
  readonly graph: Graph;
}

/** Everything that keeps a flow from running, before it is saved; nothing where it can run. */
export function FlowFindings({ agent, graph }: FlowFindingsProps) {
  const t = useT();
  const { data: check } = useFlowCheck(agent, graph);
  if (check === undefined) return null;
  if (check.ok) {
    return (
      <p role="status" className="text-sm text-muted">
        {t("agents.flow.ok")}
      </p>
    );
  }
  return (
    <ul aria-label={t("agents.flow.findings")} className="flex flex-col gap-2">
      {check.findings.map((finding, index) => {
        const { message, hint } = findingOf(finding, t);
        return (
          <li key={index} className="flex items-start gap-2 text-sm">
            <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
            <div className="min-w-0">
              <p className="break-words text-fg">{message}</p>
              {hint && <p className="break-words text-muted">{hint}</p>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
