import { Pin } from "lucide-react";
import { Link } from "wouter";

import { chordKeys } from "@/actions";
import { useT } from "@/i18n";
import { classes, Kbd, type Screen, Tooltip } from "@/ui";
import { rootOf } from "../screens";
import type { Badge } from "./badges";
import { DockCount } from "./DockCount";
import { placeOf } from "./pins";
import { spokenOf } from "./spoken";

interface OverviewItemProps {
  readonly screen: Screen;
  readonly current: boolean;
  readonly badge: Badge | null;
  readonly pinned: boolean;
  readonly onOpen: () => void;
  readonly onPin: (pinned: boolean) => void;
}

/** A screen in the overview: what it is, what one does there, its keys, and whether it is pinned. */
export function OverviewItem({ screen, current, badge, pinned, onOpen, onPin }: OverviewItemProps) {
  const t = useT();
  const place = placeOf(screen);
  const label = t(screen.labelKey);
  const pinLabel = t("dock.pin.named", { name: label });
  return (
    <li className="group/item relative flex items-center gap-2 rounded-md pr-1.5 hover:bg-hover focus-within:bg-hover">
      <Link
        href={rootOf(screen)}
        onClick={onOpen}
        aria-label={spokenOf(label, badge, t)}
        aria-current={current ? "page" : undefined}
        className="flex min-h-12 min-w-0 flex-1 items-center gap-3 py-1.5 pl-2 -outline-offset-2 after:absolute after:inset-0 after:rounded-md"
      >
        <span className={classes("inline-flex size-8 shrink-0 items-center justify-center rounded-md shadow-sheet", current ? "bg-accent-soft text-accent-text" : "bg-raised text-fg")}>
          <screen.icon aria-hidden className="size-4" strokeWidth={1.75} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="truncate font-medium">{label}</span>
            <DockCount badge={badge} inline />
          </span>
          {place && <span className="block truncate text-xs text-muted">{t(place.briefKey)}</span>}
        </span>
      </Link>
      {screen.letter && (
        <span aria-hidden className="hidden gap-0.5 sm:group-focus-within/item:flex sm:group-hover/item:flex">
          {chordKeys(`g ${screen.letter}`).map((key, index) => (
            <Kbd key={index}>{key}</Kbd>
          ))}
        </span>
      )}
      {place && (
        <Tooltip label={pinned ? t("dock.unpin") : t("dock.pin")} side="left">
          <button
            type="button"
            aria-label={pinLabel}
            aria-pressed={pinned}
            onClick={() => onPin(!pinned)}
            className={classes(
              "relative z-10 inline-flex size-7 shrink-0 items-center justify-center rounded-sm transition-colors duration-100 hover:bg-active max-sm:size-9",
              pinned ? "text-fg" : "text-muted hover:text-fg",
            )}
          >
            <Pin aria-hidden className={classes("size-4", pinned && "fill-current")} strokeWidth={1.75} />
          </button>
        </Tooltip>
      )}
    </li>
  );
}
