import { Switch as Radix } from "radix-ui";

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
    <Radix.Root
      {...rest}
      checked={checked}
      onCheckedChange={onChange}
      aria-label={label}
      className={classes(
        "relative inline-flex h-[18px] w-8 shrink-0 items-center rounded-full p-0.5 transition-colors duration-100",
        "bg-line-strong data-[state=checked]:bg-accent disabled:opacity-50",
      )}
    >
      <Radix.Thumb className="block size-3.5 rounded-full bg-on-accent shadow-raised transition-transform duration-100 data-[state=checked]:translate-x-3.5" />
    </Radix.Root>
  );
}
