import { useId } from "react";

import { useT } from "@/i18n";
import { classes } from "@/ui";
import { confidenceLevel } from "./round";

const TONES = {
  low: "has-checked:border-bad has-checked:bg-bad-soft has-checked:text-bad-text",
  middle: "has-checked:border-warn has-checked:bg-warn-soft has-checked:text-warn-text",
  high: "has-checked:border-ok has-checked:bg-ok-soft has-checked:text-ok-text",
} as const;

interface ConfidenceFieldProps {
  readonly value: number | null;
  readonly onChange: (value: number) => void;
}

/** How sure one is, from 1 to 10, and what that means in words. Arrow keys move. */
export function ConfidenceField({ value, onChange }: ConfidenceFieldProps) {
  const t = useT();
  const id = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1 text-xs font-medium text-fg">{t("atlas.confidence")}</legend>
      <div className="grid grid-cols-10 gap-1">
        {Array.from({ length: 10 }, (_, index) => index + 1).map((each) => (
          <label
            key={each}
            className={classes(
              "relative flex h-8 items-center justify-center rounded-sm border border-line-strong bg-raised text-sm text-muted tabular-nums select-none",
              "transition-colors duration-100 hover:bg-hover hover:text-fg has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent",
              TONES[confidenceLevel(each)],
            )}
          >
            <input
              type="radio"
              name={id}
              value={each}
              checked={each === value}
              aria-label={`${each}: ${t(`atlas.confidence.${confidenceLevel(each)}`)}`}
              onChange={() => onChange(each)}
              className="absolute inset-0 appearance-none rounded-[inherit] outline-none"
            />
            {each}
          </label>
        ))}
      </div>
      <p className="min-h-[18px] text-xs text-muted">{value !== null && t(`atlas.confidence.${confidenceLevel(value)}`)}</p>
    </fieldset>
  );
}
