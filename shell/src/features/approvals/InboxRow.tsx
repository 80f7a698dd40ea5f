import { Link } from "wouter";

import type { Approval } from "@/api";
import { useT } from "@/i18n";
import { approvalDotOf } from "@/runs";
import { classes, ForeignText, RelativeTime, StatusDot } from "@/ui";

interface InboxRowProps {
  readonly approval: Approval;
  readonly selected: boolean;
}

/** One approval in the list: what, of which kind, since when. */
export function InboxRow({ approval, selected }: InboxRowProps) {
  const t = useT();
  return (
    <Link
      href={`/approvals/${approval.id}`}
      aria-current={selected ? "true" : undefined}
      className={classes(
        "flex items-start gap-3 px-4 py-2.5 -outline-offset-2 transition-colors duration-100",
        selected ? "bg-accent-soft" : "hover:bg-hover",
      )}
    >
      <StatusDot
        status={approvalDotOf(approval.status)}
        label={t(`approvals.status.${approval.status}`)}
        className="mt-[5px]"
      />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-sm text-fg">
          <ForeignText still place={approval.kind === "exec" ? "code" : "prose"}>{approval.title}</ForeignText>
        </span>
        <span className="truncate text-xs text-muted">
          {approval.environment && (
            <span className={approval.is_protected ? "font-medium text-bad-text" : undefined}>
              {approval.environment}
              {approval.is_protected && ` (${t("words.protected")})`} ·{" "}
            </span>
          )}
          {t(`decisions.kind.${approval.kind}`)} · <RelativeTime iso={approval.decided_at ?? approval.created_at} />
        </span>
      </span>
    </Link>
  );
}
