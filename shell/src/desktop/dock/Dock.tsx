import { Pin } from "lucide-react";
import { type KeyboardEvent, useState } from "react";

import type { ActionContext } from "@/actions";
import { useT } from "@/i18n";
import { ROOMY, useLayout } from "@/state";
import { classes, IconButton, rove, type Screen, useMedia } from "@/ui";
import { SCREENS } from "../screens";
import { badgeOf, hiddenBadge } from "./badges";
import { DockFoot } from "./DockFoot";
import { DockLink } from "./DockLink";
import { DockList } from "./DockList";
import { placeOf } from "./pins";
import { useCounts } from "./useCounts";
import { useDock } from "./useDock";

interface DockProps {
  readonly current: Screen | undefined;
  readonly context: ActionContext;
}

/** What is pinned, at the left, and the way to everything else: one stop of the Tab key, arrows inside. */
export function Dock({ current, context }: DockProps) {
  const t = useT();
  const dock = useDock();
  const counts = useCounts();
  const chat = useLayout((state) => state.chat);
  const roomy = useMedia(chat ? ROOMY.beside_chat : ROOMY.alone);
  const labels = dock.labels && roomy;
  const [focused, focus] = useState<string | null>(null);
  const pinned = [...dock.first, ...dock.groups.flatMap(({ screens }) => screens)];
  const visited = current !== undefined && placeOf(current) !== null && !pinned.includes(current) ? current : null;
  const hidden = SCREENS.filter((screen) => !pinned.includes(screen) && screen !== visited);
  // The stop is where the focus was, or the screen one is on, or the first where one is on none of them.
  const stop = focused ?? (current && (pinned.includes(current) || visited) ? current.id : pinned[0]?.id);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!event.defaultPrevented && !event.altKey) rove(event);
  };
  return (
    <nav
      aria-label={t("frame.dock")}
      onKeyDown={onKeyDown}
      onFocus={(event) => focus((event.target as HTMLElement).dataset.entry ?? null)}
      onBlur={() => focus(null)}
      className={classes("flex shrink-0 flex-col pt-1 pb-1.5", labels ? "w-48 pr-1.5 pl-2" : "w-[52px] items-center")}
    >
      <div className={classes("min-h-0 flex-1 overflow-y-auto py-1 [scrollbar-width:none]", labels ? "-mx-1 px-1" : "w-full")}>
        <DockList dock={dock} current={current} stop={stop} labels={labels} counts={counts} context={context} />
        {visited && (
          <div className={classes("group/visited relative mt-2 border-t border-line-strong/60 pt-2", labels ? "mx-0" : "mx-auto flex w-9 justify-center")}>
            <DockLink screen={visited} current stop={visited.id === stop} labels={labels} badge={badgeOf(visited, counts)} className={labels ? "pr-8" : undefined} />
            {labels && (
              <IconButton
                icon={Pin}
                size="sm"
                side="right"
                tabIndex={-1}
                label={t("dock.pin.named", { name: t(visited.labelKey) })}
                onClick={() => dock.pin(visited)}
                className="absolute right-1 bottom-1"
              />
            )}
          </div>
        )}
      </div>
      <DockFoot labels={labels} roomy={roomy} badge={hiddenBadge(hidden, counts)} context={context} />
    </nav>
  );
}
