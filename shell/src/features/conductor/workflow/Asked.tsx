import { useRun } from "@/api";
import { ApprovalCard } from "@/decisions";

/** What the run waits for, to be decided right here. */
export function Asked({ run }: { readonly run: string }) {
  const { data } = useRun(run);
  const pending = data?.approvals.filter(({ status }) => status === "pending") ?? [];
  return pending.map((approval) => <ApprovalCard key={approval.id} approval={approval} />);
}
