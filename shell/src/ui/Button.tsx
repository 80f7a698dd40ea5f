import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

import { classes } from "./classes";
import { Spinner } from "./Spinner";

export type ButtonTone = "primary" | "plain" | "quiet" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const TONES: Readonly<Record<ButtonTone, string>> = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover shadow-raised",
  plain: "bg-raised text-fg border border-line-strong hover:bg-hover shadow-raised",
  quiet: "text-muted hover:bg-hover hover:text-fg",
  danger: "bg-raised text-bad-text border border-line-strong hover:bg-bad-soft hover:border-bad shadow-raised",
};

const SIZES: Readonly<Record<ButtonSize, string>> = {
  sm: "h-6 px-2 text-xs gap-1 pointer-coarse:h-9 pointer-coarse:px-3",
  md: "h-7 px-2.5 text-sm gap-1.5 pointer-coarse:h-9 pointer-coarse:px-3",
  lg: "h-9 px-4 text-md gap-2",
};

export interface ButtonProps extends ComponentProps<"button"> {
  readonly tone?: ButtonTone;
  readonly size?: ButtonSize;
  readonly icon?: LucideIcon;
  /** Under way: shows a spinner and takes no clicks, but keeps its place in the tab order. */
  readonly busy?: boolean;
  readonly children?: ReactNode;
}

/** Does something. One `primary` a view. */
export function Button({ tone = "plain", size = "md", icon: Icon, busy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...rest}
      onClick={busy ? undefined : rest.onClick}
      className={classes(
        "inline-flex shrink-0 items-center justify-center rounded-sm font-medium whitespace-nowrap select-none",
        "transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50",
        TONES[tone],
        SIZES[size],
        className,
      )}
    >
      {busy ? <Spinner /> : Icon && <Icon aria-hidden className="size-3.5 shrink-0" />}
      {children}
    </button>
  );
}
