import { classes } from "./classes";

interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label?: string;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly "aria-describedby"?: string;
}

/** On or off, at once. */
export function Switch({ checked, onChange, label, ...rest }: SwitchProps) {
  return (
    <button
      {...rest}
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      onClick={() => onChange(!checked)}
      className={classes(
        "pointer-coarse:after:absolute pointer-coarse:after:-inset-2 pointer-coarse:after:content-[''] relative inline-flex h-[18px] w-8 shrink-0 items-center rounded-full p-0.5 transition-colors duration-100 disabled:opacity-50",
        checked ? "bg-accent" : "bg-line-strong",
      )}
    >
      <span
        aria-hidden
        className={classes("block size-3.5 rounded-full bg-on-accent shadow-raised transition-transform duration-100", checked && "translate-x-3.5")}
      />
    </button>
  );
}
