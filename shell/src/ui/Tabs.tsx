import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

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
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as V)} className={className}>
      <Radix.List aria-label={label} className="inline-flex gap-0.5 rounded-md bg-hover p-0.5">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="inline-flex h-6 items-center gap-1.5 rounded-sm px-2.5 text-xs font-medium text-muted transition-colors duration-100 hover:text-fg data-[state=active]:bg-raised data-[state=active]:text-fg data-[state=active]:shadow-raised"
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && <span className="text-muted tabular-nums">{tab.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={value} className="outline-none">
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
