import { ArrowUpRight, CalendarClock } from "lucide-react";
import { Link } from "wouter";

import { useSchedules } from "@/api";
import { useT } from "@/i18n";
import { ScheduleRows } from "@/schedules";
import { RowsSkeleton, Trouble } from "@/stage";
import { useComposer } from "@/state";
import { Button, EmptyState } from "@/ui";
import type { Chat } from "./model";

/** What runs by itself and tells its outcome in this conversation. */
export function ScheduledTab({ chat }: { readonly chat: Chat | null }) {
  const t = useT();
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="relative min-h-0 flex-1 overflow-y-auto p-2.5">{chat === null ? <NothingYet /> : <Scheduled id={chat.conversation} />}</div>
      <p className="border-t border-line px-4 py-2 text-xs text-muted">
        <Link href="/schedules" className="inline-flex items-center gap-1 rounded-sm hover:text-fg">
          {t("scheduled.all")}
          <ArrowUpRight aria-hidden className="size-3" />
        </Link>
      </p>
    </div>
  );
}

function Scheduled({ id }: { readonly id: string }) {
  const t = useT();
  const { data, error, refetch } = useSchedules({ conversation: id });
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  return data.length === 0 ? <NothingYet /> : <ScheduleRows views={data} label={t("chat.scheduled.list")} />;
}

function NothingYet() {
  const t = useT();
  const fill = useComposer((state) => state.fill);
  const example = t("schedules.empty.ask");
  return (
    <EmptyState icon={CalendarClock} title={t("chat.scheduled.empty")} action={<Button onClick={() => fill(example)}>{t("chat.scheduled.try")}</Button>}>
      {t("chat.scheduled.example", { example })}
    </EmptyState>
  );
}
