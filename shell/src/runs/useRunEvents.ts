import { useEffect, useMemo, useState } from "react";

import { type Event, type RunDetail, subscribe } from "@/api";

/** A run's own events, without its sub-agents': those of its snapshot, and those that came after it. */
export function useRunEvents(detail: RunDetail): readonly Event[] {
  const { cursor, events } = detail;
  const run = detail.run.id;
  const [late, setLate] = useState<{ readonly cursor: string; readonly events: readonly Event[] }>({ cursor, events: [] });
  useEffect(
    () =>
      subscribe(
        { run },
        (fresh) =>
          setLate((before) => ({ cursor, events: before.cursor === cursor ? [...before.events, ...fresh] : fresh })),
        { since: cursor },
      ),
    [run, cursor],
  );
  return useMemo(() => {
    const own = events.filter((event) => event.run === run);
    return late.cursor === cursor ? [...own, ...late.events] : own;
  }, [events, run, late, cursor]);
}
