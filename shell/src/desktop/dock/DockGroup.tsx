import { useId } from "react";

import { useT } from "@/i18n";
import { classes, type Screen } from "@/ui";
import { badgeOf, type Counts } from "./badges";
import { DockLink } from "./DockLink";
import type { Dragged } from "./useDrag";
import type { DockGroupView } from "./useDock";

interface DockGroupProps {
  readonly view: DockGroupView;
  readonly current: Screen | undefined;
  readonly stop: string | undefined;
  readonly labels: boolean;
  readonly counts: Counts;
  readonly dragged: Dragged | null;
  /** Whether it is the last one, below which a group can land. */
  readonly last: boolean;
}

const LINE = "after:absolute after:inset-x-1 after:z-20 after:h-0.5 after:rounded-full after:bg-accent";

/** The pinned screens of one group, under its name or below a line. */
export function DockGroup({ view, current, stop, labels, counts, dragged, last }: DockGroupProps) {
  const t = useT();
  const id = useId();
  const name = t(`dock.group.${view.group}`);
  const carried = dragged?.kind === "group" && dragged.key === view.group;
  return (
    <div
      role="group"
      aria-label={labels ? undefined : name}
      aria-labelledby={labels ? id : undefined}
      data-dock-group={view.group}
      className={classes("relative w-full", dragged?.kind === "group" && landingLine(dragged, view.group, last))}
    >
      <div style={carried ? { transform: `translateY(${dragged.by}px)` } : undefined} className={classes(carried && "relative z-10 rounded-md bg-canvas opacity-90 shadow-float")}>
        {labels ? (
          <div id={id} data-drag="group" data-key={view.group} className="flex h-8 cursor-grab items-end px-2 pb-1 text-2xs font-medium text-muted select-none active:cursor-grabbing">
            {name}
          </div>
        ) : (
          <div aria-hidden className="mx-auto my-1.5 h-px w-6 bg-line-strong" />
        )}
        <ul className={classes("flex flex-col gap-0.5", !labels && "items-center")}>
          {view.screens.map((screen, place) => {
            const held = dragged?.kind === "item" && dragged.key === screen.id;
            const isLast = place === view.screens.length - 1;
            return (
              <li
                key={screen.id}
                data-drag="item"
                data-key={screen.id}
                className={classes("relative", labels && "w-full", dragged?.kind === "item" && view.screens.some((each) => each.id === dragged.key) && landingLine(dragged, screen.id, isLast))}
              >
                <div data-held={held || undefined} style={held ? { transform: `translateY(${dragged.by}px)` } : undefined} className={classes(held && "relative z-10 rounded-md bg-raised opacity-90 shadow-float")}>
                  <DockLink
                    screen={screen}
                    current={screen === current}
                    stop={screen.id === stop}
                    labels={labels}
                    badge={badgeOf(screen, counts)}
                    movable
                  />
                </div>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

/** The line that shows where something would land: above this one, or below the last. */
function landingLine({ landing }: Dragged, key: string, last: boolean): string | false {
  if (landing === null) return false;
  if (landing.before === key) return classes(LINE, "after:-top-0.5");
  return last && landing.before === null && classes(LINE, "after:-bottom-0.5");
}
