import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from "react";

import type { ActionContext } from "@/actions";
import { useT } from "@/i18n";
import { announce } from "@/state";
import type { Screen } from "@/ui";
import { badgeOf, type Counts } from "./badges";
import { DockGroup } from "./DockGroup";
import { DockLink } from "./DockLink";
import { groupStep, itemStep, type Move } from "./moves";
import type { DockView } from "./useDock";
import { useDrag } from "./useDrag";

// Few ask for it, and not at once: its code comes then.
const DockMenu = lazy(() => import("./DockMenu").then((module) => ({ default: module.DockMenu })));

interface DockListProps {
  readonly dock: DockView;
  readonly current: Screen | undefined;
  readonly stop: string | undefined;
  readonly labels: boolean;
  readonly counts: Counts;
  readonly context: ActionContext;
}

/** What is pinned, group by group: to be opened, moved by pointer or keys, and asked what can be done with it. */
export function DockList({ dock, current, stop, labels, counts, context }: DockListProps) {
  const t = useT();
  const list = useRef<HTMLDivElement>(null);
  const anchor = useRef<HTMLElement>(null);
  const [asked, ask] = useState<Screen | null>(null);
  const follow = useRef<string | null>(null);
  const { groups, order } = dock;
  const nameOf = (move: Move) => (move.kind === "group" ? t(`dock.group.${move.group}`) : t(screenIn(dock, move.id)?.labelKey ?? "dock.more"));
  const { dragged, onPointerDown } = useDrag((move) => dock.move(move, nameOf(move), true));
  // An element that is put elsewhere loses the focus: who moves an item wants to move it on.
  const arrangement = order.map(({ ids }) => ids.join()).join();
  useEffect(() => {
    if (follow.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(follow.current)}"]`)?.focus();
    follow.current = null;
  }, [arrangement]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    const screen = entryAt(dock, event.target);
    if (screen === undefined || typeof screen.dock !== "object") return;
    event.preventDefault();
    const way = event.key === "ArrowUp" ? "up" : "down";
    const move = event.shiftKey ? groupStep(order, screen.dock.group, way) : itemStep(order, screen.id, way);
    if (move === null) return announce(t("dock.edge", { name: t(screen.labelKey) }));
    follow.current = screen.id;
    dock.move(move, nameOf(move));
  };
  return (
    <div
      ref={list}
      data-dock-groups
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onContextMenu={(event) => {
        const screen = entryAt(dock, event.target);
        if (screen === undefined) return;
        event.preventDefault();
        anchor.current = list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(screen.id)}"]`) ?? null;
        ask(screen);
      }}
      className={labels ? "flex flex-col gap-0.5" : "flex flex-col items-center"}
    >
      {dock.first.map((screen) => (
        <DockLink key={screen.id} screen={screen} current={screen === current} stop={screen.id === stop} labels={labels} badge={badgeOf(screen, counts)} />
      ))}
      {groups.map((view, place) => (
        <DockGroup
          key={view.group}
          view={view}
          current={current}
          stop={stop}
          labels={labels}
          counts={counts}
          dragged={dragged}
          last={place === groups.length - 1}
        />
      ))}
      {asked && (
        <Suspense fallback={null}>
          <DockMenu key={asked.id} screen={asked} anchor={anchor} dock={dock} context={context} onMove={(move) => dock.move(move, nameOf(move))} onClose={() => ask(null)} />
        </Suspense>
      )}
    </div>
  );
}

/** The screen whose entry an event is about. */
function entryAt(dock: DockView, target: EventTarget): Screen | undefined {
  const entry = target instanceof Element ? target.closest<HTMLElement>("[data-entry]")?.dataset.entry : undefined;
  return entry === undefined ? undefined : screenIn(dock, entry);
}

function screenIn({ first, groups }: DockView, id: string): Screen | undefined {
  return [...first, ...groups.flatMap(({ screens }) => screens)].find((screen) => screen.id === id);
}
