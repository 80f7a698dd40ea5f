import { useState } from "react";

import { useT } from "@/i18n";
import { Field, TagInput } from "@/ui";

interface PatternFieldProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** Whether the server can read an entry. */
  readonly fits: (text: string) => boolean;
}

/** Patterns as they are written; what nobody can read is not taken. */
export function PatternField({ label, value, onChange, fits }: PatternFieldProps) {
  const t = useT();
  const [wrong, setWrong] = useState<string>();
  const change = (wanted: readonly string[]) => {
    // Those that were there already stay, readable or not: only new ones are looked at.
    const bad = wanted.find((entry) => !value.includes(entry) && !fits(entry));
    setWrong(bad);
    onChange(wanted.filter((entry) => entry !== bad));
  };
  return (
    <Field label={label} error={wrong && t("agents.patterns.wrong", { text: wrong })}>
      {(ids) => <TagInput {...ids} value={value} onChange={change} className="font-mono" />}
    </Field>
  );
}
