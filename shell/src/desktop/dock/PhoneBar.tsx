import { LayoutGrid, type LucideIcon } from "lucide-react";
import { Link } from "wouter";

import { useT } from "@/i18n";
import { useLayout } from "@/state";
import { classes, type Screen } from "@/ui";
import { rootOf, SCREENS } from "../screens";
import { type Badge, badgeOf, hiddenBadge } from "./badges";
import { DockCount } from "./DockCount";
import { spokenOf } from "./spoken";
import { useCounts } from "./useCounts";
import { useDock } from "./useDock";

const ROOM = 4;

/** The dock of a phone: the first four of what is pinned with their names below, all others behind "More". */
export function PhoneBar({ current }: { readonly current: Screen | undefined }) {
  const t = useT();
  const { first, groups } = useDock();
  const counts = useCounts();
  const open = useLayout((state) => state.overview);
  const showOverview = useLayout((state) => state.showOverview);
  const shown = [...first, ...groups.flatMap(({ screens }) => screens)].slice(0, ROOM);
  const hidden = SCREENS.filter((screen) => !shown.includes(screen));
  const badge = hiddenBadge(hidden, counts);
  return (
    <nav aria-label={t("frame.dock")} className="flex h-14 shrink-0 items-stretch justify-around gap-1 px-1 pb-1">
      {shown.map((screen) => (
        <Link
          key={screen.id}
          href={rootOf(screen)}
          aria-label={spokenOf(t(screen.labelKey), badgeOf(screen, counts), t)}
          aria-current={screen === current ? "page" : undefined}
          className={look(screen === current)}
        >
          <Face icon={screen.icon} label={t(screen.labelKey)} badge={badgeOf(screen, counts)} />
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={spokenOf(t("dock.more"), badge, t)}
        onClick={() => showOverview(true)}
        className={look(current !== undefined && !shown.includes(current))}
      >
        <Face icon={LayoutGrid} label={t("dock.more")} badge={badge} />
      </button>
    </nav>
  );
}

function look(current: boolean): string {
  return classes(
    "flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded-md text-2xs font-medium -outline-offset-2",
    current ? "text-fg" : "text-muted",
  );
}

function Face({ icon: Icon, label, badge }: { readonly icon: LucideIcon; readonly label: string; readonly badge: Badge | null }) {
  return (
    <>
      <span className="relative px-1.5">
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
        <DockCount badge={badge} corner />
      </span>
      <span className="max-w-full truncate">{label}</span>
    </>
  );
}
