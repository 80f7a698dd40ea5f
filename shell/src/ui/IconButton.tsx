import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

import { classes } from "./classes";
import { Tooltip } from "./Tooltip";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  readonly icon: LucideIcon;
  /** What it does: read aloud, and shown on hover. */
  readonly label: string;
  /** The shortcut shown beside the label, such as `⌘J`. */
  readonly keys?: string;
  readonly pressed?: boolean;
  readonly side?: "top" | "right" | "bottom" | "left";
  readonly size?: "sm" | "md";
}

/** A button that is only a picture; its label is never optional. */
export function IconButton({ icon: Icon, label, keys, pressed, side, size = "md", className, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} keys={keys} side={side}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        {...rest}
        className={classes(
          "inline-flex shrink-0 items-center justify-center rounded-sm text-muted transition-colors duration-100",
          "hover:bg-hover hover:text-fg disabled:pointer-events-none disabled:opacity-50",
          "aria-pressed:bg-active aria-pressed:text-fg data-[state=open]:bg-active",
          size === "sm" ? "size-6" : "size-7",
          "pointer-coarse:size-9",
          className,
        )}
      >
        <Icon aria-hidden className={size === "sm" ? "size-3.5" : "size-4"} />
      </button>
    </Tooltip>
  );
}
