import { ArrowLeft, CalendarX2, Pause, Play, Zap } from "lucide-react";
import { Link, useLocation, useSearch } from "wouter";

import { isProblem, itemsOf, type ScheduleView, useNextTimes, useRuns, useSchedule } from "@/api";
import { useI18n, useT } from "@/i18n";
import { RunRow } from "@/runs";
import { dueOf, ownZone, rhythmOf, ScheduleMenu, standingOf, titleOf, useScheduleActions, zoneName } from "@/schedules";
import { Page, Rows, RowsSkeleton, Section, Trouble } from "@/stage";
import { Button, EmptyState, RelativeTime } from "@/ui";
import { ScheduleDialog } from "./ScheduleDialog";
import { ScheduleFacts } from "./ScheduleFacts";

/** One schedule: what it does and when, the next times, and how it went so far. */
export function SchedulePage({ id }: { readonly id: string }) {
  const t = useT();
  const [, go] = useLocation();
  const editing = new URLSearchParams(useSearch()).has("edit");
  const { data: view, error, refetch } = useSchedule(id);
  const gone = isProblem(error, "not_found");
  if (view === undefined || gone) {
    return (
      <Page title={t("schedules.title")} above={<Back />}>
        {gone ? (
          <EmptyState icon={CalendarX2} title={t("schedules.missing")} action={<Button onClick={() => go("/schedules")}>{t("schedules.back")}</Button>} />
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton />
        )}
      </Page>
    );
  }
  return (
    <>
      <Open view={view} />
      {editing && <ScheduleDialog view={view} refetch={() => void refetch()} onClose={() => go(`/schedules/${id}`, { replace: true })} />}
    </>
  );
}

function Open({ view }: { readonly view: ScheduleView }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { schedule } = view;
  const { run, running, pause } = useScheduleActions();
  const standing = standingOf(view);
  return (
    <Page
      title={titleOf(schedule, i18n)}
      about={rhythmOf(schedule, i18n)}
      above={<Back />}
      aside={
        <div className="flex items-center gap-2">
          {standing !== "over" && (
            <Button icon={schedule.paused ? Play : Pause} onClick={() => pause(view, !schedule.paused)}>
              {t(schedule.paused ? "scheduled.resume" : "scheduled.pause")}
            </Button>
          )}
          <Button tone="primary" icon={Zap} busy={running} onClick={() => run(view)}>
            {t("scheduled.run")}
          </Button>
          <ScheduleMenu view={view} />
        </div>
      }
    >
      <ScheduleFacts view={view} />
      {standing === "due" && <Coming view={view} />}
      <Past view={view} />
    </Page>
  );
}

function Coming({ view: { schedule, next_at: next } }: { readonly view: ScheduleView }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { at = null, interval_s = null, cron = null, timezone } = schedule;
  // An interval counts from when it was made: only the server's own next time is true for it.
  const { data } = useNextTimes(cron === null ? null : { at, interval_s, cron, timezone });
  const times = data?.next ?? (next == null ? [] : [next]);
  return (
    <Section title={t("schedules.next")} about={timezone === ownZone() ? undefined : t("schedules.next.zone", { zone: zoneName(timezone) })}>
      <Rows label={t("schedules.next")}>
        {times.map((iso) => (
          <div key={iso} className="flex min-h-[38px] items-center justify-between gap-4 px-4 text-sm">
            <time dateTime={iso}>{dueOf(iso, i18n)}</time>
            <span className="text-xs text-muted">
              {timezone === ownZone() ? format.ahead(iso) : t("scheduled.exact", { moment: format.moment(iso, timezone), zone: zoneName(timezone) })}
            </span>
          </div>
        ))}
      </Rows>
    </Section>
  );
}

const REASONS = ["overlap", "missed", "nothing_to_do", "failed"] as const;

function Past({ view: { schedule, why_not, last_at: last } }: { readonly view: ScheduleView }) {
  const t = useT();
  const why = REASONS.find((each) => each === why_not);
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useRuns({ schedule: schedule.id });
  const runs = itemsOf(data);
  return (
    <Section title={t("schedules.runs")}>
      {why !== undefined && last != null && (
        <p className="text-sm text-muted">
          {t(`schedules.why_not.${why}`)} <RelativeTime iso={last} />
        </p>
      )}
      {isPending ? (
        <RowsSkeleton count={2} />
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : runs.length === 0 ? (
        <p className="text-sm text-muted">{t("schedules.runs.none")}</p>
      ) : (
        <Rows label={t("schedules.runs")}>
          {runs.map((each) => (
            <RunRow key={each.id} run={each} detail={<RelativeTime iso={each.started_at} />} />
          ))}
        </Rows>
      )}
      {hasNextPage && (
        <Button tone="quiet" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="self-center">
          {t("words.more")}
        </Button>
      )}
    </Section>
  );
}

function Back() {
  const t = useT();
  return (
    <Link href="/schedules" className="inline-flex items-center gap-1.5 rounded-sm text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("schedules.back")}
    </Link>
  );
}
