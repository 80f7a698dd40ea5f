import { Suspense } from "react";

import type { Message } from "@/api";
import { ApprovalCard } from "@/decisions";
import { PlanInChat } from "@/plans";
import { Skeleton } from "@/ui";
import type { Chat } from "../model";
import { approvalsOf, lastShowing, runOfPlan } from "../select";

interface ShownPlanProps {
  readonly chat: Chat;
  readonly message: Message;
  readonly plan: string;
  readonly called: (agent: string | null) => string | undefined;
  /** Whether the message itself is its report. */
  readonly reported?: boolean;
}

/** The plan that an answer shows, with what its run waits for. */
export function ShownPlan({ chat, message, plan, called, reported }: ShownPlanProps) {
  const run = runOfPlan(chat, plan);
  const waiting = run === null ? [] : approvalsOf(chat, run).filter(({ status }) => status === "pending");
  return (
    <Suspense fallback={<Skeleton className="h-48 w-full rounded-lg" />}>
      <PlanInChat id={plan} earlier={lastShowing(chat, plan) !== message.id} reported={reported}>
        {waiting.length > 0 && waiting.map((approval) => <ApprovalCard key={approval.id} approval={approval} agent={called(approval.agent)} />)}
      </PlanInChat>
    </Suspense>
  );
}
