import { Link } from "wouter";

import { chordText } from "@/actions";
import { useT } from "@/i18n";
import { classes, type Screen, Tooltip } from "@/ui";
import { rootOf } from "../screens";
import type { Badge } from "./badges";
import { DockCount } from "./DockCount";
import { entryLook } from "./look";
import { spokenOf } from "./spoken";

interface DockLinkProps {
  readonly screen: Screen;
  readonly current: boolean;
  /** Whether the Tab key stops here; the arrows reach the others. */
  readonly stop: boolean;
  readonly labels: boolean;
  readonly badge: Badge | null;
  /** Whether Alt and the arrow keys move it. */
  readonly movable?: boolean;
  readonly className?: string;
}

/** A screen in the dock: icon and name, or the icon alone with its name beside it when it is pointed at or in focus. */
export function DockLink({ screen, current, stop, labels, badge, movable, className }: DockLinkProps) {
  const t = useT();
  const label = t(screen.labelKey);
  const spoken = spokenOf(label, badge, t);
  const link = (
    <Link
      href={rootOf(screen)}
      draggable={false}
      data-entry={screen.id}
      aria-label={spoken}
      aria-current={current ? "page" : undefined}
      aria-keyshortcuts={movable ? "Alt+ArrowUp Alt+ArrowDown" : undefined}
      tabIndex={stop ? 0 : -1}
      className={classes(entryLook(labels, current), className)}
    >
      <screen.icon aria-hidden className={classes("shrink-0", labels ? "size-4" : "size-[18px]", labels && !current && "text-muted")} strokeWidth={1.75} />
      {labels && <span className="truncate">{label}</span>}
      <DockCount badge={badge} corner={!labels} />
    </Link>
  );
  if (labels) return link;
  return (
    <Tooltip label={spoken} keys={screen.letter && chordText(`g ${screen.letter}`)} side="right">
      {link}
    </Tooltip>
  );
}
