import { HeartPulse } from "lucide-react";
import { Link } from "wouter";

import { type Project, useCreateSchedule, usePauseSchedule, useSchedules } from "@/api";
import { projectNameOf, useI18n } from "@/i18n";
import { tellTrouble } from "@/stage";
import { Switch } from "@/ui";
import { NextTime } from "./NextTime";
import { rhythmOf } from "./words";
import { ownZone } from "./zones";

/** How often a heartbeat looks, until somebody says otherwise. */
const EVERY_S = 1_800;

/** Whether a project's checklist is looked at by itself; off until somebody switches it on. */
export function HeartbeatRow({ project }: { readonly project: Project }) {
  const i18n = useI18n();
  const { t } = i18n;
  const name = projectNameOf(project, t);
  const { data } = useSchedules();
  const create = useCreateSchedule();
  const pause = usePauseSchedule();
  const beat = data?.find(({ schedule }) => schedule.heartbeat && schedule.project === project.id);
  const on = beat !== undefined && !beat.schedule.paused;
  const onError = (error: Error) => tellTrouble(error, t);
  const change = (wanted: boolean) => {
    // Not switched off meanwhile: a control that cannot be used loses the focus.
    if (create.isPending || pause.isPending) return;
    if (beat !== undefined) pause.mutate({ id: beat.schedule.id, paused: !wanted }, { onError });
    else if (wanted) create.mutate({ heartbeat: true, project: project.id, interval_s: EVERY_S, timezone: ownZone() }, { onError });
  };
  return (
    <div className="flex min-h-[52px] items-center gap-3 px-4 py-2 text-sm">
      <HeartPulse aria-hidden className="size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-fg">{name}</p>
        <p className="truncate text-xs text-muted">
          {beat === undefined ? (
            t("scheduled.heartbeat.off")
          ) : (
            <>
              <Link href={`/schedules/${beat.schedule.id}`} className="rounded-sm underline-offset-2 hover:underline">
                {rhythmOf(beat.schedule, i18n)}
              </Link>
              {" · "}
              <NextTime view={beat} />
            </>
          )}
        </p>
      </div>
      <Switch label={t("scheduled.heartbeat.of", { name })} checked={on} disabled={data === undefined} onChange={change} />
    </div>
  );
}
