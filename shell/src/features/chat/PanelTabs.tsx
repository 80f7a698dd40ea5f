import { Library, type LucideIcon } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";

import { useT } from "@/i18n";
import { nextPlace, Tooltip } from "@/ui";

export const TABS = ["chat", "conversations", "memory", "scheduled", "history", "documents"] as const;
export type PanelTab = (typeof TABS)[number];

interface PanelTabsProps {
  /** The tabs that are offered now. */
  readonly tabs: readonly PanelTab[];
  readonly tab: PanelTab;
  readonly onShow: (tab: PanelTab) => void;
  /** Buttons at the end of the bar. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

const PANEL = "chat-panel";
/** Tabs that are not always there are told by a picture: words would push the others out. */
const ICONS: Readonly<Partial<Record<PanelTab, LucideIcon>>> = { documents: Library };

/** The tabs of the panel as one bar, and what the current one shows below it. Arrow keys move between them. */
export function PanelTabs({ tabs, tab, onShow, actions, children }: PanelTabsProps) {
  const t = useT();
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const place = nextPlace(event.key, tabs.indexOf(tab), tabs.length);
    const next = place === null ? undefined : tabs[place];
    if (next === undefined) return;
    event.preventDefault();
    onShow(next);
    document.getElementById(`${PANEL}-${next}`)?.focus();
  };
  return (
    <>
      <header className="flex h-10 shrink-0 items-center gap-1 border-b border-line pr-2 pl-1.5">
        <div role="tablist" aria-label={t("chat.tabs")} onKeyDown={press} className="flex h-full min-w-0 flex-1 overflow-x-auto">
          {tabs.map((each) => {
            const Icon = ICONS[each];
            const name = t(`chat.tab.${each}`);
            const button = (
              <button
                key={each}
                type="button"
                role="tab"
                id={`${PANEL}-${each}`}
                aria-label={Icon && name}
                aria-selected={each === tab}
                aria-controls={each === tab ? PANEL : undefined}
                tabIndex={each === tab ? 0 : -1}
                onClick={() => onShow(each)}
                className="relative inline-flex h-full shrink-0 items-center rounded-sm px-2 text-xs font-medium text-muted -outline-offset-2 transition-colors duration-100 after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full hover:text-fg aria-selected:text-fg aria-selected:after:bg-fg"
              >
                {Icon ? <Icon aria-hidden className="size-4" /> : name}
              </button>
            );
            return Icon ? (
              <Tooltip key={each} label={name}>
                {button}
              </Tooltip>
            ) : (
              button
            );
          })}
        </div>
        {actions}
      </header>
      <div role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-${tab}`} className="flex min-h-0 flex-1 flex-col">
        {children}
      </div>
    </>
  );
}
