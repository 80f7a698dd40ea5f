import { useEffect, useRef } from "react";

import { useT } from "@/i18n";

interface SwatchProps {
  readonly value: string;
  readonly onSave: (value: string) => void;
}

/** A colour, chosen where it stands; saved when the chooser closes. */
export function Swatch({ value, onSave }: SwatchProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const save = useRef(onSave);
  save.current = onSave;
  // React calls `onChange` for every colour one passes over; the browser's own event comes once, at the end.
  useEffect(() => {
    const field = input.current;
    const chosen = () => field && save.current(field.value.toUpperCase());
    field?.addEventListener("change", chosen);
    return () => field?.removeEventListener("change", chosen);
  }, []);
  return <input ref={input} key={value} type="color" aria-label={t("atlas.field.color")} defaultValue={value} className="h-6 w-9 rounded-sm border border-line-strong bg-raised p-0.5" />;
}
