import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";

import { nextPlace } from "./roving";

export interface Tab<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly count?: number;
}

interface TabsProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly tabs: readonly Tab<V>[];
  readonly onChange: (value: V) => void;
  /** What the current tab shows. */
  readonly children: ReactNode;
  readonly className?: string;
}

/** A few views of one thing. The current tab's panel is `children`. */
export function Tabs<V extends string>({ label, value, tabs, onChange, children, className }: TabsProps<V>) {
  const id = useId();
  const current = useRef<HTMLButtonElement>(null);
  // Where there is little room the tabs scroll: the current one is always in sight. Only they do, never the page.
  useEffect(() => {
    const [tab, list] = [current.current, current.current?.parentElement];
    if (!tab || !list) return;
    const furthest = tab.offsetLeft + tab.offsetWidth - list.clientWidth;
    list.scrollLeft = Math.min(Math.max(list.scrollLeft, furthest), tab.offsetLeft);
  }, [value]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextPlace(event.key, tabs.findIndex((tab) => tab.value === value), tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (tab === undefined || next === null) return;
    event.preventDefault();
    onChange(tab.value);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <div className={className}>
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown} className="relative inline-flex max-w-full gap-0.5 overflow-x-auto rounded-md bg-hover p-0.5">
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            ref={tab.value === value ? current : undefined}
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className="inline-flex h-6 shrink-0 items-center pointer-coarse:h-9 gap-1.5 rounded-sm px-2.5 text-xs font-medium text-muted transition-colors duration-100 hover:text-fg aria-selected:bg-raised aria-selected:text-fg aria-selected:shadow-raised"
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && <span className="text-muted tabular-nums">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} tabIndex={0} className="outline-none">
        {children}
      </div>
    </div>
  );
}
