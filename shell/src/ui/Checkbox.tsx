import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";

import { classes } from "./classes";

interface CheckboxProps {
  readonly checked: boolean | "some";
  readonly onChange: (checked: boolean) => void;
  /** Words beside it; without them give `label`. */
  readonly children?: ReactNode;
  readonly label?: string;
  readonly detail?: ReactNode;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly "aria-describedby"?: string;
  readonly className?: string;
}

/** Yes or no, among others. `"some"` is a group of which only a part is chosen. */
export function Checkbox({ checked, onChange, children, label, detail, className, ...rest }: CheckboxProps) {
  const Mark = checked === "some" ? Minus : Check;
  return (
    <label className={classes("inline-flex min-h-6 items-start gap-2 text-sm select-none has-disabled:opacity-50", className)}>
      <span className="relative mt-0.5 inline-flex size-4 shrink-0 items-center justify-center">
        <input
          {...rest}
          ref={(input) => {
            if (input) input.indeterminate = checked === "some";
          }}
          type="checkbox"
          aria-label={label}
          checked={checked === true}
          onChange={(event) => onChange(event.target.checked)}
          className={classes(
            "peer absolute inset-0 appearance-none rounded-[4px] border border-line-strong bg-raised shadow-raised transition-colors duration-100",
            "checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-muted",
          )}
        />
        {checked !== false && <Mark aria-hidden strokeWidth={3} className="pointer-events-none relative size-3 text-on-accent" />}
      </span>
      {(children || detail) && (
        <span className="min-w-0">
          <span className="text-fg">{children}</span>
          {detail && <span className="block text-xs text-muted">{detail}</span>}
        </span>
      )}
    </label>
  );
}
