import { Pause, PenLine, Play, Trash2, Zap } from "lucide-react";
import { useLocation } from "wouter";

import type { ScheduleView } from "@/api";
import { useI18n } from "@/i18n";
import { MenuButton } from "@/ui";
import { standingOf } from "./standing";
import { useScheduleActions } from "./useScheduleActions";
import { titleOf } from "./words";

/** What one can do with a schedule: do it now, let it rest, change it, remove it. */
export function ScheduleMenu({ view, size }: { readonly view: ScheduleView; readonly size?: "sm" | "md" }) {
  const i18n = useI18n();
  const { t } = i18n;
  const [, go] = useLocation();
  const { run, pause, remove } = useScheduleActions();
  const { schedule } = view;
  const standing = standingOf(view);
  return (
    <MenuButton
      size={size}
      label={t("scheduled.menu", { title: titleOf(schedule, i18n) })}
      items={[
        { id: "run", label: t("scheduled.run"), icon: Zap, onSelect: () => run(view) },
        ...(standing === "over"
          ? []
          : [
              {
                id: "pause",
                label: t(schedule.paused ? "scheduled.resume" : "scheduled.pause"),
                icon: schedule.paused ? Play : Pause,
                onSelect: () => pause(view, !schedule.paused),
              },
            ]),
        { id: "edit", label: t("scheduled.edit"), icon: PenLine, onSelect: () => go(`/schedules/${schedule.id}?edit`) },
        { id: "delete", label: t("words.delete"), icon: Trash2, danger: true, separated: true, onSelect: () => remove(view) },
      ]}
    />
  );
}
