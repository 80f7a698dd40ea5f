import { Bot } from "lucide-react";
import { Link } from "wouter";

import type { ScheduleView } from "@/api";
import { useI18n } from "@/i18n";
import { dotOf } from "@/runs";
import { Badge, classes, type Status, StatusDot } from "@/ui";
import { NextTime } from "./NextTime";
import { ScheduleMenu } from "./ScheduleMenu";
import { standingOf } from "./standing";
import { rhythmOf, titleOf, zoneOf } from "./words";
import { zoneName } from "./zones";

interface ScheduleRowProps {
  readonly view: ScheduleView;
  /** What it belongs to, where that is not clear from the place. */
  readonly place?: string;
}

/** One schedule: what, how often, when next, how it went last, and what one can do with it. Leads to its page. */
export function ScheduleRow({ view, place }: ScheduleRowProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { schedule } = view;
  const zone = zoneOf(schedule);
  const resting = standingOf(view) !== "due";
  const { status, label } = outcomeOf(view, i18n);
  return (
    <li className="relative flex min-h-[52px] items-center gap-3 py-2 pr-2.5 pl-4 text-sm transition-colors duration-100 focus-within:bg-hover hover:bg-hover">
      <StatusDot status={status} label={label} />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <Link href={`/schedules/${schedule.id}`} className={classes("truncate after:absolute after:inset-0", resting ? "text-muted" : "text-fg")}>
            {titleOf(schedule, i18n)}
          </Link>
          {schedule.created_by === "agent" && (
            <Badge>
              <Bot aria-hidden className="size-3" />
              {t("scheduled.by.agent")}
            </Badge>
          )}
        </p>
        <p className="truncate text-xs text-muted">
          {[rhythmOf(schedule, i18n), zone && zoneName(zone), place].filter(Boolean).join(" · ")}
        </p>
        <p className="truncate text-xs text-muted @[520px]:hidden">
          <NextTime view={view} />
        </p>
      </div>
      <span className="hidden shrink-0 text-xs text-muted tabular-nums @[520px]:inline">
        <NextTime view={view} />
      </span>
      <span className="relative z-10 inline-flex">
        <ScheduleMenu view={view} size="sm" />
      </span>
    </li>
  );
}

/** How the last time went; before the first, whether it is due at all. */
function outcomeOf(view: ScheduleView, { t }: Pick<ReturnType<typeof useI18n>, "t">): { readonly status: Status; readonly label: string } {
  const last = view.last_status;
  if (last !== null) return { status: dotOf(last), label: t("scheduled.last", { status: t(`status.${last}`) }) };
  const standing = standingOf(view);
  return { status: standing === "due" ? "idle" : "off", label: t(`scheduled.standing.${standing}`) };
}
