import type { LucideIcon } from "lucide-react";

import { classes } from "./classes";

interface ToggleProps {
  readonly pressed: boolean;
  readonly onChange: (pressed: boolean) => void;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly disabled?: boolean;
  readonly className?: string;
}

/** A button that stays down: one filter or one way of looking, on or off. */
export function Toggle({ pressed, onChange, label, icon: Icon, disabled, className }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      disabled={disabled}
      onClick={() => onChange(!pressed)}
      className={classes(
        "inline-flex h-7 shrink-0 items-center gap-1.5 rounded-sm border border-line-strong px-2.5 text-sm font-medium text-muted select-none",
        "transition-colors duration-100 hover:bg-hover hover:text-fg disabled:opacity-50 aria-pressed:bg-active aria-pressed:text-fg",
        className,
      )}
    >
      {Icon && <Icon aria-hidden className="size-3.5" />}
      {label}
    </button>
  );
}
