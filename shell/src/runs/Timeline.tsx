import { useMemo } from "react";

import type { Event } from "@/api";
import { useI18n } from "@/i18n";
import { graphIn, type Names, namesOf } from "./names";
import { keyOfEvent, storyOf } from "./story";
import { TimelineLine } from "./TimelineLine";
import { tell } from "./telling";

interface TimelineProps {
  readonly events: readonly Event[];
  /** What steps are called, when the events do not say. */
  readonly names?: Names;
  /** The event that was looked for: its line is shown and lit. */
  readonly sought?: string;
}

/** What happened, line by line, as it happens. */
export function Timeline({ events, names, sought }: TimelineProps) {
  const { t } = useI18n();
  const story = useMemo(() => storyOf(events), [events]);
  const called = useMemo(() => names ?? namesOf(graphIn(events)), [names, events]);
  const lit = useMemo(() => {
    const event = sought === undefined ? undefined : events.find(({ seq }) => seq === sought);
    return event && keyOfEvent(event);
  }, [events, sought]);
  const lines = story.flatMap((item) => {
    const line = tell(item, t, called);
    return line === undefined ? [] : [{ item, line }];
  });
  if (lines.length === 0) return <p className="text-sm text-muted">{t("activity.timeline.empty")}</p>;
  return (
    <ol className="relative flex flex-col before:absolute before:top-3 before:bottom-3 before:left-[4.5px] before:w-px before:bg-line">
      {lines.map(({ item, line }) => (
        <TimelineLine key={item.key} ts={item.ts} line={line} run={events[0]?.run ?? ""} lit={item.key === lit} />
      ))}
    </ol>
  );
}
