import { type ReactNode, useId } from "react";

import { classes } from "./classes";

export interface RadioOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly detail?: ReactNode;
  readonly disabled?: boolean;
}

interface RadioGroupProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly RadioOption<V>[];
  readonly onChange: (value: V) => void;
  readonly className?: string;
}

/** One of a few that need a sentence each. */
export function RadioGroup<V extends string>({ label, value, options, onChange, className }: RadioGroupProps<V>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes("flex flex-col gap-1", className)}>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-6 items-start gap-2 text-sm select-none has-disabled:opacity-50">
          <span className="relative mt-0.5 inline-flex size-4 shrink-0 items-center justify-center">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="peer absolute inset-0 appearance-none rounded-full border border-line-strong bg-raised shadow-raised checked:border-accent checked:bg-accent hover:border-muted"
            />
            <span aria-hidden className="pointer-events-none relative hidden size-1.5 rounded-full bg-on-accent peer-checked:block" />
          </span>
          <span className="min-w-0">
            <span className="text-fg">{option.label}</span>
            {option.detail && <span className="block text-xs text-muted">{option.detail}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
