import { Copy } from "lucide-react";
import { useEffect, useRef } from "react";

import { isProblem, useApproval } from "@/api";
import { ApprovalCard } from "@/decisions";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Button, Skeleton } from "@/ui";

interface RefusalProps {
  readonly error: unknown;
  /** Called once the folder is trusted. */
  readonly onTrusted: () => void;
  /** Called when a session under way should go on, and this one work on a copy of the state. */
  readonly onFork?: () => void;
}

/** Why it did not begin, and what can be done about it right here. */
export function Refusal({ error, onTrusted, onFork }: RefusalProps) {
  const t = useT();
  if (!error) return null;
  if (isProblem(error, "project_not_trusted") && error.subject !== null) {
    return <TrustQuestion key={error.subject} approval={error.subject} onTrusted={onTrusted} />;
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <Trouble error={error} />
      {onFork && isProblem(error, "session_busy") && (
        <Button icon={Copy} onClick={onFork}>
          {t("conductor.run.fork")}
        </Button>
      )}
    </div>
  );
}

/** May work be done in this folder at all? Asked once, answered here. */
function TrustQuestion({ approval: id, onTrusted }: { readonly approval: string; readonly onTrusted: () => void }) {
  const t = useT();
  const { data: approval, error, refetch } = useApproval(id);
  const granted = approval?.status === "granted";
  const tell = useRef(onTrusted);
  tell.current = onTrusted;
  const told = useRef(false);
  useEffect(() => {
    // What was wished for goes on by itself, once.
    if (!granted || told.current) return;
    told.current = true;
    tell.current();
  }, [granted]);
  if (approval === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-32 w-full rounded-lg" />;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-fg">{t("conductor.trust.about")}</p>
      <ApprovalCard approval={approval} />
    </div>
  );
}
