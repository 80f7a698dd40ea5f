import { FileQuestion } from "lucide-react";
import { Link } from "wouter";

import { isProblem, useApproval } from "@/api";
import { ApprovalCard } from "@/decisions";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { EmptyState, Skeleton } from "@/ui";
import { CARD } from "./useInbox";

/** One approval, whole: what would happen, and the buttons that decide. */
export function Detail({ id }: { readonly id: string }) {
  const t = useT();
  const { data: approval, error, refetch } = useApproval(id);
  if (approval === undefined) {
    if (isProblem(error, "not_found")) return <EmptyState icon={FileQuestion} title={t("approvals.missing")} />;
    return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-56 rounded-lg" />;
  }
  return (
    <div id={CARD} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <ApprovalCard approval={approval} />
      {approval.run !== null && (
        <Link
          href={approval.step === null ? `/activity/${approval.run}` : `/runs/${approval.run}?step=${encodeURIComponent(approval.step)}`}
          className="self-start rounded-sm px-1 text-xs text-muted underline-offset-2 hover:text-fg hover:underline"
        >
          {t("approvals.run")}
        </Link>
      )}
      {approval.run === null && approval.kind === "question" && approval.subject.startsWith("plan:") && (
        <Link
          href={`/plans/${approval.subject.slice("plan:".length)}`}
          className="self-start rounded-sm px-1 text-xs text-muted underline-offset-2 hover:text-fg hover:underline"
        >
          {t("decisions.plan.open")}
        </Link>
      )}
    </div>
  );
}
