import { Link } from "wouter";

import { chordText } from "@/actions";
import { useT } from "@/i18n";
import { classes, rove, type Screen, Tooltip } from "@/ui";
import { DockCount } from "./DockCount";
import { rootOf, SCREENS } from "./screens";

interface DockProps {
  readonly current: Screen | undefined;
  /** How many things wait for a decision. */
  readonly pending: number;
}

/** The screens as icons at the left: one stop of the tab key, arrows inside. */
export function Dock({ current, pending }: DockProps) {
  const t = useT();
  const top = SCREENS.filter((screen) => typeof screen.dock === "number");
  const end = SCREENS.filter((screen) => screen.dock === "end");
  // The stop is the screen one is on, or the first where one is on none of them.
  const stop = [...top, ...end].find((screen) => screen === current) ?? top[0];
  const item = (screen: Screen) => (
    <DockItem
      key={screen.id}
      screen={screen}
      current={screen === current}
      stop={screen === stop}
      count={screen.badge ? pending : 0}
    />
  );
  return (
    <nav
      aria-label={t("frame.dock")}
      onKeyDown={rove}
      className="flex w-[52px] shrink-0 flex-col items-center gap-1 overflow-y-auto py-2 [scrollbar-width:none]"
    >
      {top.map(item)}
      <div className="min-h-1 flex-1" />
      {end.map(item)}
    </nav>
  );
}

interface DockItemProps {
  readonly screen: Screen;
  readonly current: boolean;
  readonly stop: boolean;
  readonly count: number;
}

function DockItem({ screen, current, stop, count }: DockItemProps) {
  const t = useT();
  const label = t(screen.labelKey);
  const spoken = count > 0 ? `${label}, ${t("frame.waiting", { count })}` : label;
  return (
    <Tooltip label={spoken} keys={screen.letter && chordText(`g ${screen.letter}`)} side="right">
      <Link
        href={rootOf(screen)}
        aria-label={spoken}
        aria-current={current ? "page" : undefined}
        tabIndex={stop ? 0 : -1}
        className={classes(
          "relative inline-flex size-9 shrink-0 items-center justify-center rounded-md transition-colors duration-100",
          current ? "bg-raised text-fg shadow-sheet" : "text-muted hover:bg-hover hover:text-fg",
        )}
      >
        <screen.icon aria-hidden className="size-[18px]" strokeWidth={1.75} />
        <DockCount count={count} />
      </Link>
    </Tooltip>
  );
}
