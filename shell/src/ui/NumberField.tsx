import { Minus, Plus } from "lucide-react";
import { useState } from "react";

import { useT } from "@/i18n";
import { classes } from "./classes";
import { FIELD } from "./Input";
import { type NumberLimits, readNumber, stepped, within } from "./number";

interface NumberFieldProps extends NumberLimits {
  readonly value: number | null;
  /** Called when a whole number stands there: on a step, on Enter, or on leaving the field. */
  readonly onChange: (value: number | null) => void;
  readonly label?: string;
  readonly id?: string;
  readonly unit?: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly "aria-describedby"?: string;
  readonly className?: string;
}

/** A number with a way up and down; arrow keys step, nonsense is not taken. */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, label, unit, min, max, step, disabled, className, ...rest } = props;
  const t = useT();
  const limits = { min, max, step };
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? (value === null ? "" : String(value));
  const take = () => {
    setDraft(null);
    if (draft === null) return;
    if (draft.trim() === "") return onChange(null);
    const read = readNumber(draft);
    if (read !== null) onChange(within(read, limits));
  };
  const move = (direction: 1 | -1) => {
    setDraft(null);
    onChange(stepped(readNumber(text) ?? min ?? 0, direction, limits));
  };
  const button = "inline-flex h-full w-6 shrink-0 items-center justify-center text-muted hover:bg-hover hover:text-fg disabled:pointer-events-none disabled:opacity-40";
  return (
    <span className={classes(FIELD, "inline-flex h-7 items-center pointer-coarse:h-9 overflow-hidden has-focus-visible:border-accent has-[input:disabled]:opacity-50", className)}>
      <button type="button" tabIndex={-1} aria-label={t("ui.less")} disabled={disabled || (min !== undefined && (value ?? min) <= min)} onClick={() => move(-1)} className={button}>
        <Minus aria-hidden className="size-3" />
      </button>
      <input
        {...rest}
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-valuenow={value ?? undefined}
        aria-valuetext={value === null ? undefined : `${text} ${unit ?? ""}`.trim()}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-invalid={draft !== null && draft.trim() !== "" && readNumber(draft) === null ? true : undefined}
        disabled={disabled}
        value={text}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === "Enter") take();
          if (event.key === "Escape") setDraft(null);
          if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
          event.preventDefault();
          move(event.key === "ArrowUp" ? 1 : -1);
        }}
        className="h-full w-full min-w-0 bg-transparent text-center text-sm tabular-nums outline-none aria-invalid:text-bad-text"
      />
      {unit && <span className="shrink-0 pr-1 text-xs text-muted">{unit}</span>}
      <button type="button" tabIndex={-1} aria-label={t("ui.more")} disabled={disabled || (max !== undefined && (value ?? 0) >= max)} onClick={() => move(1)} className={button}>
        <Plus aria-hidden className="size-3" />
      </button>
    </span>
  );
}
