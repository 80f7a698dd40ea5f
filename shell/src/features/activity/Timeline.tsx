import { useMemo } from "react";

import type { Event } from "@/api";
import { useI18n } from "@/i18n";
import { storyOf } from "./story";
import { TimelineLine } from "./TimelineLine";
import { tell } from "./telling";

/** What happened, line by line, as it happens. */
export function Timeline({ events }: { readonly events: readonly Event[] }) {
  const { t } = useI18n();
  const story = useMemo(() => storyOf(events), [events]);
  const lines = story.flatMap((item) => {
    const line = tell(item, t);
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
