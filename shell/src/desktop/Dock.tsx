import { Link } from "wouter";

import { useT } from "@/i18n";
import { classes, type Screen, Tooltip } from "@/ui";
import { rootOf, SCREENS } from "./screens";

interface DockProps {
  readonly current: Screen | undefined;
  /** How many things wait for a decision. */
  readonly pending: number;
}

/** The screens, as icons: at the left, or at the bottom of a small window. */
export function Dock({ current, pending }: DockProps) {
  const t = useT();
  const top = SCREENS.filter((screen) => typeof screen.dock === "number");
  const end = SCREENS.filter((screen) => screen.dock === "end");
  const item = (screen: Screen) => (
    <DockItem key={screen.id} screen={screen} current={screen === current} count={screen.badge ? pending : 0} />
  );
  return (
    <nav
      aria-label={t("frame.dock")}
      className="flex w-[52px] shrink-0 flex-col items-center gap-1 py-2 max-sm:h-14 max-sm:w-full max-sm:flex-row max-sm:justify-around max-sm:border-t max-sm:px-4 max-sm:py-1"
    >
      {top.map(item)}
      <div className="flex-1 max-sm:hidden" />
      {end.map(item)}
    </nav>
  );
}

interface DockItemProps {
  readonly screen: Screen;
  readonly current: boolean;
  readonly count: number;
}

function DockItem({ screen, current, count }: DockItemProps) {
  const t = useT();
  const label = t(screen.labelKey);
  const spoken = count > 0 ? `${label}, ${t("frame.waiting", { count })}` : label;
  return (
    <Tooltip label={spoken} side="right">
      <Link
        href={rootOf(screen)}
        aria-label={spoken}
        aria-current={current ? "page" : undefined}
        className={classes(
          "relative inline-flex size-9 items-center justify-center rounded-md transition-colors duration-100 max-sm:size-11",
          current ? "bg-raised text-fg shadow-sheet" : "text-muted hover:bg-hover hover:text-fg",
        )}
      >
        <screen.icon aria-hidden className="size-[18px]" strokeWidth={1.75} />
        {count > 0 && (
          <span
            aria-hidden
            className="absolute -top-0.5 -right-0.5 inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[10px] font-semibold text-on-accent tabular-nums"
          >
            {count > 99 ? "99+" : count}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
