import { ArrowUpDown, RotateCcw } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";

import { type ActionContext, actionOf, isOffered } from "@/actions";
import { useT } from "@/i18n";
import { PHONE, useLayout } from "@/state";
import { Button, Dialog, IconButton, SearchField, Sheet, useMedia } from "@/ui";
import { rootOf, screenAt, SCREENS } from "../screens";
import { badgeOf } from "./badges";
import { DockList } from "./DockList";
import { OverviewItem } from "./OverviewItem";
import { sectionsFor } from "./overview";
import { useCounts } from "./useCounts";
import { useDock } from "./useDock";

/** All screens by group, to be searched, opened and pinned; on a phone, also to be put in order. */
export function Overview({ context }: { readonly context: ActionContext }) {
  const t = useT();
  const [path, navigate] = useLocation();
  const phone = useMedia(PHONE);
  const { overview: open, showOverview } = useLayout();
  const [words, search] = useState("");
  const [arranging, arrangeOrder] = useState(false);
  const dock = useDock();
  const counts = useCounts();
  const current = screenAt(path);
  const sections = sectionsFor(words, SCREENS, t);
  const reset = actionOf("reset-dock");
  const close = () => {
    showOverview(false);
    search("");
    arrangeOrder(false);
  };
  // Whichever way one left, the overview stays behind.
  const opened = useRef(path);
  useEffect(() => {
    if (opened.current !== path) showOverview(false);
    opened.current = path;
  }, [path, showOverview]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const first = sections[0]?.screens[0];
    if (event.key === "Enter" && event.target instanceof HTMLInputElement && first !== undefined) {
      event.preventDefault();
      close();
      navigate(rootOf(first));
    } else walk(event);
  };
  const list = arranging ? (
    <div onClick={(event) => event.target instanceof Element && event.target.closest("a") && close()}>
      <DockList dock={dock} current={current} stop={dock.first[0]?.id} labels counts={counts} context={context} />
    </div>
  ) : (
    <>
      <div className="gap-x-6 sm:columns-2">
        {sections.map(({ group, screens }) => (
          <section key={group ?? "first"} aria-label={group === null ? undefined : t(`dock.group.${group}`)} className="mb-3 break-inside-avoid">
            {group !== null && (
              <h3 aria-hidden className="mb-0.5 px-2 text-2xs font-medium text-muted">
                {t(`dock.group.${group}`)}
              </h3>
            )}
            <ul>
              {screens.map((screen) => (
                <OverviewItem
                  key={screen.id}
                  screen={screen}
                  current={screen === current}
                  badge={badgeOf(screen, counts)}
                  pinned={dock.isPinned(screen)}
                  onOpen={close}
                  onPin={(pinned) => (pinned ? dock.pin(screen) : dock.unpin(screen))}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {sections.length === 0 && <p className="pt-4 pb-8 text-center text-sm text-muted">{t("palette.nothing")}</p>}
    </>
  );
  return (
    <Frame
      phone={phone}
      open={open}
      onClose={close}
      footer={
        isOffered(reset, context) && (
          <Button icon={RotateCcw} onClick={() => reset.perform(context)}>
            {t("dock.reset")}
          </Button>
        )
      }
    >
      <div ref={phone ? takeFocus : undefined} tabIndex={-1} onKeyDown={onKeyDown} className="pb-2 outline-none">
        <div className="mb-3 flex items-center gap-2">
          {arranging ? (
            <p className="flex-1 text-muted">{t("dock.all.arrange.hint")}</p>
          ) : (
            <SearchField value={words} onChange={search} label={t("dock.all.search")} className="w-full" />
          )}
          {phone && <IconButton icon={ArrowUpDown} label={t("dock.all.arrange")} pressed={arranging} onClick={() => arrangeOrder(!arranging)} className="size-9" />}
        </div>
        {list}
      </div>
    </Frame>
  );
}

interface FrameProps {
  readonly phone: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

/** From below on a phone, in the middle elsewhere. */
function Frame({ phone, open, onClose, footer, children }: FrameProps) {
  const t = useT();
  if (phone) {
    return (
      <Sheet open={open} onClose={onClose} title={t("dock.all")} side="bottom" footer={footer}>
        {children}
      </Sheet>
    );
  }
  return (
    <Dialog open={open} onClose={onClose} title={t("dock.all")} about={t("dock.all.about")} width="lg" footer={footer}>
      {children}
    </Dialog>
  );
}

/** On a phone the field would bring up the keyboard, which nobody asked for. */
function takeFocus(box: HTMLElement | null): void {
  box?.focus({ preventScroll: true });
}

/** Arrow keys go from the field to the screens, and from one to the next. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if ((event.key !== "ArrowDown" && event.key !== "ArrowUp") || event.altKey || event.defaultPrevented) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, a[href]")];
  const next = stops[stops.indexOf(event.target as HTMLElement) + (event.key === "ArrowDown" ? 1 : -1)];
  event.preventDefault();
  next?.focus();
}
