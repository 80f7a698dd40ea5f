import { Link } from "wouter";

import type { Run } from "@/api";
import { useT } from "@/i18n";
import { dotOf, Elapsed, isFinal, pathOf, RunProgress, titleOf } from "@/runs";
import { classes, RelativeTime, StatusDot } from "@/ui";

interface RunLineProps {
  readonly run: Run;
  /** The name of its project. */
  readonly project: string;
  readonly marked: boolean;
}

/** One run of the list: how it stands, what it is, how far it is, since when. */
export function RunLine({ run, project, marked }: RunLineProps) {
  const t = useT();
  const [status, kind] = [t(`status.${run.status}`), t(`kind.${run.kind}`)];
  return (
    <Link
      href={pathOf(run)}
      data-marked={marked || undefined}
      className={classes(
        "flex min-h-[52px] items-center gap-3 border-b border-line px-4 py-2 text-sm -outline-offset-2 transition-colors duration-100 hover:bg-hover",
        "data-marked:bg-accent-soft",
      )}
    >
      <StatusDot status={dotOf(run.status)} label={status} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-fg">{titleOf(run, t)}</span>
        <span className="truncate text-xs text-muted">
          {[kind, project].filter(Boolean).join(" · ")} · <RelativeTime iso={run.started_at} />
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end text-xs text-muted">
        <span className={classes(run.status === "waiting" && "font-medium text-warn-text")}>{status}</span>
        <span className="flex gap-2">
          <RunProgress run={run} />
          <span className={classes(!isFinal(run) && "max-sm:hidden")}>
            <Elapsed run={run} />
          </span>
        </span>
      </span>
    </Link>
  );
}
