import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";

import { classes } from "./classes";
import { FIELD } from "./Input";

export interface SelectOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly detail?: string;
}

interface SelectProps<V extends string> {
  readonly value: V;
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
  /** Needed unless a `<label htmlFor>` points at `id`. */
  readonly label?: string;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly className?: string;
  readonly placeholder?: string;
}

/** One of a few. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { value, options, onChange, label, id, disabled, className, placeholder } = props;
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as V)} disabled={disabled}>
      <Radix.Trigger
        id={id}
        aria-label={label}
        className={classes(FIELD, "inline-flex h-7 items-center justify-between gap-2 px-2 text-sm", className)}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-[min(360px,var(--radix-select-content-available-height))] min-w-(--radix-select-trigger-width) animate-pop overflow-hidden rounded-md bg-raised shadow-float"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="flex min-h-7 items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none data-highlighted:bg-hover"
              >
                <span className="flex size-3.5 shrink-0 items-center">
                  <Radix.ItemIndicator>
                    <Check aria-hidden className="size-3.5" />
                  </Radix.ItemIndicator>
                </span>
                <Radix.ItemText>{option.label}</Radix.ItemText>
                {option.detail && <span className="ml-auto pl-4 text-xs text-muted">{option.detail}</span>}
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
