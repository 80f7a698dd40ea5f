import { useState } from "react";

import { type Capability, isProblem, type Result, useApproval, useCall, useRun } from "@/api";
import type { Form } from "@/forms";
import { messageOf, useI18n } from "@/i18n";
import { announce } from "@/state";
import { resultIn } from "./outcome";

/** What came of the last call, as far as it came. */
export interface Calling {
  readonly project: string | undefined;
  readonly choose: (project: string | undefined) => void;
  readonly call: () => void;
  readonly busy: boolean;
  /** The approval it waits for, or waited for. */
  readonly approval: ReturnType<typeof useApproval>["data"];
  readonly run: string | undefined;
  readonly result: Result | undefined;
  /** Why it was refused, unless that is said at a field. */
  readonly error: Error | null;
}

/** Calling a capability with a form: problems go to their field, an approval is followed to its result. */
export function useCalling(capability: Capability, form: Form): Calling {
  const { t, locale } = useI18n();
  const [project, choose] = useState<string>();
  const [placed, setPlaced] = useState(false);
  const { mutate, data, error, isPending } = useCall();
  const waits = isProblem(error) && (error.code === "approval_required" || error.code === "needs_input");
  const { data: approval } = useApproval((waits && error.subject) || undefined);
  const run = data?.run ?? approval?.run ?? undefined;
  const { data: detail } = useRun(waits ? run : undefined);
  const later = approval && detail ? resultIn(detail, approval.call?.id ?? null) : undefined;

  const call = () => {
    const params = form.submit();
    if (params === undefined || isPending) return;
    setPlaced(false);
    mutate(
      { name: capability.name, params, project, locale },
      {
        onSuccess: ({ result }) => announce(t(result.ok ? "capabilities.calls.status.done" : "capabilities.result.failed")),
        onError: (problem) => {
          if (isProblem(problem) && problem.field !== null) setPlaced(form.tell({ field: problem.field, message: messageOf(problem, t) }));
        },
      },
    );
  };
  return {
    project,
    choose,
    call,
    busy: isPending,
    approval: waits ? approval : undefined,
    run,
    result: data?.result ?? later,
    error: waits || placed ? null : error,
  };
}
