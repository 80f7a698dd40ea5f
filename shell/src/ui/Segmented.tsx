import type { LucideIcon } from "lucide-react";
import { useId } from "react";

import { classes } from "./classes";
import { Tooltip } from "./Tooltip";

export interface Segment<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly count?: number;
  /** Only the icon is shown; the label is read aloud and stands in the tooltip. */
  readonly bare?: true;
}

interface SegmentedProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly Segment<V>[];
  readonly onChange: (value: V) => void;
  /** `chips` stand apart and wrap: filters. `control` is one piece: a choice of view. */
  readonly look?: "control" | "chips";
  readonly disabled?: boolean;
  readonly className?: string;
}

const LOOKS = {
  control: {
    box: "inline-flex max-w-full gap-0.5 overflow-x-auto rounded-md bg-hover p-0.5",
    item: "rounded-sm hover:text-fg has-checked:bg-raised has-checked:text-fg has-checked:shadow-raised",
  },
  chips: {
    box: "flex flex-wrap gap-1.5",
    item: "rounded-full border border-line-strong hover:bg-hover hover:text-fg has-checked:border-fg has-checked:bg-fg has-checked:text-panel",
  },
} as const;

/** One of a few, all in sight: filter chips, or a segmented control. Arrow keys move inside. */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const { label, value, options, onChange, look = "control", disabled, className } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes(LOOKS[look].box, className)}>
      {options.map((option) => {
        const item = (
          <label
            key={option.value}
            className={classes(
              "relative inline-flex h-6 shrink-0 items-center pointer-coarse:h-9 gap-1.5 px-2.5 text-xs font-medium whitespace-nowrap text-muted select-none",
              "transition-colors duration-100 has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-accent has-disabled:opacity-50",
              LOOKS[look].item,
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={disabled}
              aria-label={option.bare ? option.label : undefined}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 appearance-none rounded-[inherit] outline-none"
            />
            {option.icon && <option.icon aria-hidden className="size-3.5" />}
            {!option.bare && option.label}
            {option.count !== undefined && <span className="tabular-nums">{option.count}</span>}
          </label>
        );
        return option.bare ? (
          <Tooltip key={option.value} label={option.label}>
            {item}
          </Tooltip>
        ) : (
          item
        );
      })}
    </div>
  );
}
