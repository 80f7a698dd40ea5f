import { useMemo } from "react";

import type { Event } from "@/api";
import { useI18n } from "@/i18n";
import { graphIn, type Names, namesOf } from "./names";
import { storyOf } from "./story";
import { TimelineLine } from "./TimelineLine";
import { tell } from "./telling";

interface TimelineProps {
  readonly events: readonly Event[];
  /** What steps are called, when the events do not say. */
  readonly names?: Names;
}

/** What happened, line by line, as it happens. */
export function Timeline({ events, names }: TimelineProps) {
  const { t } = useI18n();
  const story = useMemo(() => storyOf(events), [events]);
  const called = useMemo(() => names ?? namesOf(graphIn(events)), [names, events]);
  const lines = story.flatMap((item) => {
    const line = tell(item, t, called);
    return line === undefined ? [] : [{ item, line }];
  });
  if (lines.length === 0) return <p className="text-sm text-muted">{t("activity.timeline.empty")}</p>;
  return (
    <ol className="relative flex flex-col before:absolute before:top-3 before:bottom-3 before:left-[4.5px] before:w-px before:bg-line">
      {lines.map(({ item, line }) => (
        <TimelineLine key={item.key} ts={item.ts} line={line} />
      ))}
    </ol>
  );
}
