import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

import { Kbd } from "./Kbd";

interface TooltipProps {
  readonly label: string;
  readonly keys?: string;
  readonly side?: "top" | "right" | "bottom" | "left";
  readonly children: ReactNode;
}

/** A few words about the thing under the pointer. The child carries its own accessible name. */
export function Tooltip({ label, keys, side = "bottom", children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex animate-fade items-center gap-2 rounded-sm bg-fg px-2 py-1 text-xs text-panel select-none"
        >
          {label}
          {keys && <Kbd inverted>{keys}</Kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Stands once around the app, so that tooltips share their delay. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={350} skipDelayDuration={150}>
      {children}
    </Radix.Provider>
  );
}
