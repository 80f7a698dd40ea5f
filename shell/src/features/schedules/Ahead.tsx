import { useEffect, useState } from "react";

import type { ScheduleView } from "@/api";
import { useI18n } from "@/i18n";
import { comingOf, dueOf, titleOf } from "@/schedules";
import { Section } from "@/stage";
import { Card, classes, Segmented, Tooltip } from "@/ui";
import { marksOf, SPANS, type Span, ticksOf } from "./ahead";

const MINUTE = 60_000;

/** Up to here the line says “now”, on a phone and in every language: an hour further left would touch it. */
const NOW_ENDS = 0.21;

/** The coming day or week as a quiet line: a mark for each time something is due. */
export function Ahead({ views }: { readonly views: readonly ScheduleView[] }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const [span, setSpan] = useState<Span>("day");
  const now = useNow();
  const due = views.map((view) => ({ title: titleOf(view.schedule, i18n), times: comingOf(view, now + SPANS[span]) }));
  const marks = marksOf(due, span, now);
  const count = due.reduce((sum, { times }) => sum + times.length, 0);
  const iso = (at: number) => new Date(at).toISOString();
  return (
    <Section
      title={t("schedules.ahead")}
      aside={
        <Segmented<Span>
          label={t("schedules.ahead")}
          value={span}
          onChange={setSpan}
          options={[
            { value: "day", label: t("schedules.ahead.day") },
            { value: "week", label: t("schedules.ahead.week") },
          ]}
        />
      }
    >
      <Card className="px-5 pt-5 pb-3">
        <div role="img" aria-label={t(`schedules.ahead.${span}.count`, { count })} className="relative h-5">
          <span className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
          <span className="absolute top-1/2 left-0 h-3 w-px -translate-y-1/2 bg-muted" />
          {ticksOf(span, now).map(({ at, place }) => (
            <span key={at} style={{ left: `${place * 100}%` }} className="absolute top-1/2 h-2 w-px -translate-y-1/2 bg-line-strong" />
          ))}
          {marks.map(({ at, place, titles }) => (
            <Tooltip key={place} label={`${dueOf(iso(at), i18n)} · ${titles.join(", ")}`} side="top">
              <span style={{ left: `${place * 100}%` }} className="absolute top-1/2 grid size-5 -translate-1/2 place-items-center">
                <span className={classes("rounded-full bg-run ring-2 ring-raised", titles.length > 1 ? "size-3" : "size-2")} />
              </span>
            </Tooltip>
          ))}
        </div>
        <div aria-hidden className="relative mt-1 h-4 text-2xs text-muted tabular-nums">
          <span className="absolute left-0">{t("schedules.ahead.now")}</span>
          {ticksOf(span, now)
            .filter(({ place }) => place > NOW_ENDS)
            .map(({ at, place }) => (
              <span key={at} style={{ left: `${place * 100}%` }} className="absolute -translate-x-1/2 whitespace-nowrap">
                {span === "day" ? format.time(iso(at)) : format.weekday(new Date(at).getDay(), "short")}
              </span>
            ))}
        </div>
        {count === 0 && <p aria-hidden className="mt-2 text-xs text-muted">{t(`schedules.ahead.${span}.count`, { count })}</p>}
      </Card>
    </Section>
  );
}

/** This minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
