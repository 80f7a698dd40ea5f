import { Sparkles } from "lucide-react";
import { Link } from "wouter";

import { useCreateSchedule, useDeleteSchedule, useSchedules, useTidyMemory } from "@/api";
import { useT } from "@/i18n";
import { ownZone } from "@/schedules";
import { tellTrouble } from "@/stage";
import { Button, Field, Popover, Select } from "@/ui";

const HOME = "home";
/** At night, when nobody is waiting. */
const TIMES = { never: null, daily: "0 3 * * *", weekly: "0 3 * * 1" } as const;
type Often = keyof typeof TIMES;

/** Puts forward what could be forgotten: now, and by itself if one likes. Nothing is forgotten without a yes. */
export function TidyUp() {
  const t = useT();
  const { data: schedules } = useSchedules({ project: HOME });
  const known = schedules?.find(({ schedule }) => schedule.consolidates)?.schedule;
  const often: Often = known === undefined ? "never" : known.cron === TIMES.daily ? "daily" : "weekly";
  const tidy = useTidyMemory();
  const create = useCreateSchedule();
  const remove = useDeleteSchedule();
  const choose = async (next: Often) => {
    try {
      if (known !== undefined) await remove.mutateAsync(known);
      const cron = TIMES[next];
      if (cron !== null) {
        await create.mutateAsync({ project: HOME, title: t("memory.tidy.schedule"), consolidates: true, cron, timezone: ownZone() });
      }
    } catch (error) {
      tellTrouble(error, t);
    }
  };
  return (
    <Popover
      label={t("memory.tidy")}
      align="end"
      className="flex w-80 max-w-[calc(100vw-24px)] flex-col gap-3 p-3 text-sm"
      trigger={
        <Button tone="quiet" icon={Sparkles}>
          {t("memory.tidy")}
        </Button>
      }
    >
      <p className="text-xs text-muted">{t("memory.tidy.about")}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button busy={tidy.isPending} onClick={() => tidy.mutate(HOME, { onError: (error) => tellTrouble(error, t) })}>
          {t("memory.tidy.now")}
        </Button>
        <span role="status" className="text-xs text-muted">
          {tidy.data &&
            (tidy.data.approval === null ? (
              t("memory.tidy.nothing")
            ) : (
              <Link href={`/approvals/${tidy.data.approval}`} className="text-accent-text hover:underline">
                {t("memory.tidy.found", { count: tidy.data.memories })}
              </Link>
            ))}
        </span>
      </div>
      <Field label={t("memory.tidy.often")}>
        {({ id }) => (
          <Select
            id={id}
            value={often}
            disabled={schedules === undefined || create.isPending || remove.isPending}
            onChange={(next) => void choose(next)}
            options={(Object.keys(TIMES) as Often[]).map((value) => ({ value, label: t(`memory.tidy.${value}`) }))}
          />
        )}
      </Field>
    </Popover>
  );
}
