import { useEffect, useEffectEvent } from "react";

import { type Run, useApproval, useRun } from "@/api";
import { ApprovalCard } from "@/decisions";
import { useT } from "@/i18n";
import { isFinal } from "@/runs";
import { Trouble } from "@/stage";
import { Progress, Skeleton } from "@/ui";

/** What came of a run that was approved. */
export interface Came {
  readonly run: Run;
  /** The artifacts it made, in the order they were made. */
  readonly made: readonly string[];
}

interface AskedFirstProps {
  readonly approval: string;
  readonly onEnd: (came: Came) => void;
}

/** Something that waits for a yes right here, and what follows on it. */
export function AskedFirst({ approval: id, onEnd }: AskedFirstProps) {
  const { data: approval, error, refetch } = useApproval(id);
  if (approval === undefined) {
    return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-32 rounded-lg" />;
  }
  return (
    <div className="flex flex-col gap-3">
      <ApprovalCard approval={approval} />
      {approval.status === "granted" && approval.run !== null && <Following run={approval.run} onEnd={onEnd} />}
    </div>
  );
}

function Following({ run: id, onEnd }: { readonly run: string; readonly onEnd: (came: Came) => void }) {
  const t = useT();
  const { data } = useRun(id);
  const over = data !== undefined && isFinal(data.run);
  const tellEnd = useEffectEvent(() => {
    if (data === undefined) return;
    const made = data.events.flatMap(({ data: fact }) => (fact.type === "artifact.saved" ? [fact.artifact.id] : []));
    onEnd({ run: data.run, made });
  });
  useEffect(() => {
    if (over) tellEnd();
  }, [over]);
  return over ? null : <Progress label={t("viewer.again.working")} />;
}
