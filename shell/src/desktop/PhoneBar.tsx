import { Ellipsis, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";

import { useT } from "@/i18n";
import { classes, Row, type Screen, Sheet } from "@/ui";
import { DockCount } from "./DockCount";
import { rootOf, SCREENS } from "./screens";

interface PhoneBarProps {
  readonly current: Screen | undefined;
  readonly pending: number;
}

const HANDY = SCREENS.filter((screen) => screen.handy);
const OTHERS = SCREENS.filter((screen) => screen.dock !== false && !screen.handy);

/** The dock of a phone: the handy screens with their names below, the others behind "More". */
export function PhoneBar({ current, pending }: PhoneBarProps) {
  const t = useT();
  const [, navigate] = useLocation();
  const [more, showMore] = useState(false);
  return (
    <nav aria-label={t("frame.dock")} className="flex h-14 shrink-0 items-stretch justify-around gap-1 px-1 pb-1">
      {HANDY.map((screen) => {
        const label = t(screen.labelKey);
        const count = screen.badge ? pending : 0;
        return (
          <Link
            key={screen.id}
            href={rootOf(screen)}
            aria-label={count > 0 ? `${label}, ${t("frame.waiting", { count })}` : label}
            aria-current={screen === current ? "page" : undefined}
            className={look(screen === current)}
          >
            <Face icon={screen.icon} label={label} count={count} />
          </Link>
        );
      })}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={more}
        onClick={() => showMore(true)}
        className={look(OTHERS.some((screen) => screen === current))}
      >
        <Face icon={Ellipsis} label={t("frame.more")} count={0} />
      </button>
      <Sheet open={more} onClose={() => showMore(false)} title={t("frame.more.title")} side="bottom">
        <ul className="-mx-4 -my-2">
          {OTHERS.map((screen) => (
            <li key={screen.id}>
              <Row
                leading={<screen.icon aria-hidden className="size-[18px] shrink-0 text-muted" strokeWidth={1.75} />}
                title={t(screen.labelKey)}
                selected={screen === current}
                onClick={() => {
                  showMore(false);
                  navigate(rootOf(screen));
                }}
                className="min-h-12"
              />
            </li>
          ))}
        </ul>
      </Sheet>
    </nav>
  );
}

function look(current: boolean): string {
  return classes(
    "flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded-md text-2xs font-medium -outline-offset-2",
    current ? "text-fg" : "text-muted",
  );
}

function Face({ icon: Icon, label, count }: { readonly icon: LucideIcon; readonly label: string; readonly count: number }) {
  return (
    <>
      <span className="relative px-1">
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
        <DockCount count={count} />
      </span>
      <span className="max-w-full truncate">{label}</span>
    </>
  );
}
