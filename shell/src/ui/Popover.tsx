import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";

import { classes } from "./classes";

interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactNode;
  readonly label: string;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly align?: "start" | "center" | "end";
  readonly className?: string;
  readonly children: ReactNode;
}

/** A small sheet beside the button that opened it. */
export function Popover({ trigger, label, open, onOpenChange, align = "start", className, children }: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={classes("z-40 animate-pop rounded-lg bg-raised shadow-float outline-none", className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
