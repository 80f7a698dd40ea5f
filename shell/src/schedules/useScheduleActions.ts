import { useLocation } from "wouter";

import { type ScheduleView, useDeleteSchedule, usePauseSchedule, useRunSchedule } from "@/api";
import { useI18n } from "@/i18n";
import { tellTrouble, useUndoToast } from "@/stage";
import { toast } from "@/ui";
import { titleOf } from "./words";

interface ScheduleActions {
  /** Do it now, besides its times. */
  readonly run: (view: ScheduleView) => void;
  readonly running: boolean;
  readonly pause: (view: ScheduleView, paused: boolean) => void;
  readonly remove: (view: ScheduleView) => void;
}

/** Doing it now tells which run began; deleting leads back and can be undone. */
export function useScheduleActions(): ScheduleActions {
  const i18n = useI18n();
  const { t } = i18n;
  const [path, go] = useLocation();
  const { mutateAsync: start, isPending: running } = useRunSchedule();
  const { mutateAsync: rest } = usePauseSchedule();
  const { mutateAsync: drop } = useDeleteSchedule();
  const told = useUndoToast();
  const onError = (error: unknown) => tellTrouble(error, t);

  const run = ({ schedule }: ScheduleView) =>
    void start(schedule.id).then((began) => {
      const action = { label: t("words.open"), onClick: () => go(`/runs/${began.id}`) };
      toast.success(t("scheduled.run.began", { title: titleOf(schedule, i18n) }), { action });
    }, onError);
  const pause = ({ schedule }: ScheduleView, paused: boolean) =>
    void rest({ id: schedule.id, paused }).then(() => toast(t(paused ? "scheduled.pause.done" : "scheduled.resume.done", { title: titleOf(schedule, i18n) })), onError);
  // The page of a schedule goes away with it, before its own callbacks would be called: the promise outlives it.
  const remove = ({ schedule }: ScheduleView) =>
    void drop(schedule).then(({ change }) => {
      if (path === `/schedules/${schedule.id}`) go("/schedules");
      told(t("scheduled.deleted", { title: titleOf(schedule, i18n) }), change);
    }, onError);
  return { run, running, pause, remove };
}
