import { useId } from "react";

import { Switch } from "./Switch";

interface SwitchFieldProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch with its words beside it, which switch it as well. */
export function SwitchField({ label, checked, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5">
      <Switch id={id} checked={checked} onChange={onChange} />
      <label htmlFor={id} className="text-sm text-fg">
        {label}
      </label>
    </div>
  );
}
