import { Check, ChevronDown } from "lucide-react";
import { useId, useRef } from "react";

import { classes } from "./classes";
import { Floating } from "./Floating";
import { FIELD } from "./Input";
import { toggles } from "./layers";
import { useListbox } from "./useListbox";

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
  readonly "aria-describedby"?: string;
}

/** One of a few. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { value, options, onChange, label, id, disabled, className, placeholder, "aria-describedby": about } = props;
  const anchor = useRef<HTMLButtonElement>(null);
  const list = useId();
  const chosen = options.findIndex((option) => option.value === value);
  const { open, current, show, move, onKeyDown } = useListbox({
    labels: options.map((option) => option.label),
    chosen,
    onChoose: (index) => {
      const option = options[index];
      if (option && option.value !== value) onChange(option.value);
    },
  });
  const choose = (option: SelectOption<V>) => {
    show(false);
    if (option.value !== value) onChange(option.value);
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        role="combobox"
        id={id}
        aria-label={label}
        aria-describedby={about}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-activedescendant={open && current >= 0 ? `${list}-${current}` : undefined}
        disabled={disabled}
        {...toggles(open ? list : undefined, () => show(!open))}
        onKeyDown={onKeyDown}
        className={classes(FIELD, "inline-flex h-7 items-center pointer-coarse:h-9 justify-between gap-2 px-2 text-left text-sm", className)}
      >
        <span className={classes("truncate", chosen === -1 && "text-muted")}>{options[chosen]?.label ?? placeholder}</span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted" />
      </button>
      {open && (
        <Floating
          anchor={anchor}
          onDismiss={() => show(false)}
          id={list}
          role="listbox"
          aria-label={label}
          aria-labelledby={label ? undefined : id}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          className="max-h-[min(360px,calc(100dvh-16px))] min-w-[anchor-size(width)] animate-pop overflow-y-auto rounded-md bg-raised p-1 shadow-float"
        >
          {options.map((option, index) => (
            <div
              key={option.value}
              id={`${list}-${index}`}
              ref={(row) => {
                if (index === current) row?.scrollIntoView?.({ block: "nearest" });
              }}
              role="option"
              aria-selected={index === chosen}
              // A finger that scrolls the list marks nothing.
              onPointerMove={(event) => event.pointerType !== "touch" && move(index)}
              onClick={() => choose(option)}
              className={classes("flex min-h-7 items-center pointer-coarse:min-h-9 gap-2 rounded-sm px-2 py-1 text-sm text-fg", index === current && "bg-hover")}
            >
              <span className="flex size-3.5 shrink-0 items-center">{index === chosen && <Check aria-hidden className="size-3.5" />}</span>
              {option.label}
              {option.detail && <span className="ml-auto pl-4 text-xs text-muted">{option.detail}</span>}
            </div>
          ))}
        </Floating>
      )}
    </>
  );
}
