import type { LucideIcon } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { Fragment, type ReactNode } from "react";

import { classes } from "./classes";
import { Kbd } from "./Kbd";

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly keys?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** A line above this item. */
  readonly separated?: boolean;
  readonly onSelect: () => void;
}

interface DropdownMenuProps {
  readonly trigger: ReactNode;
  readonly items: readonly MenuItem[];
  readonly align?: "start" | "center" | "end";
}

/** Things one can do here. */
export function DropdownMenu({ trigger, items, align = "end" }: DropdownMenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-44 animate-pop rounded-md bg-raised p-1 shadow-float"
        >
          {items.map((item) => (
            <Fragment key={item.id}>
              {item.separated && <Radix.Separator className="my-1 h-px bg-line" />}
              <Radix.Item
                disabled={item.disabled}
                onSelect={item.onSelect}
                className={classes(
                  "flex h-7 items-center gap-2 rounded-sm px-2 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-hover",
                  item.danger && "text-bad-text",
                )}
              >
                {item.icon && <item.icon aria-hidden className={classes("size-3.5", !item.danger && "text-muted")} />}
                <span className="flex-1">{item.label}</span>
                {item.keys && <Kbd>{item.keys}</Kbd>}
              </Radix.Item>
            </Fragment>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
