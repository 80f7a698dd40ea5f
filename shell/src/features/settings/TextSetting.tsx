import { type KeyboardEvent, useEffect, useState } from "react";

import { Field, Input } from "@/ui";

interface TextSettingProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly mono?: boolean;
  readonly inputMode?: "text" | "url" | "decimal" | "numeric";
  readonly onCommit: (value: string) => void;
}

/** A line of text that is saved when one leaves it or presses Enter; Escape takes the edit back. */
export function TextSetting(props: TextSettingProps) {
  const { label, hint, error, value, placeholder, maxLength, mono, inputMode, onCommit } = props;
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const commit = () => {
    if (draft.trim() !== value) onCommit(draft.trim());
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") commit();
    if (event.key === "Escape") setDraft(value);
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <Input
          {...ids}
          value={draft}
          placeholder={placeholder}
          maxLength={maxLength}
          inputMode={inputMode}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={error !== undefined || undefined}
          className={mono ? "font-mono text-xs" : undefined}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={commit}
          onKeyDown={press}
        />
      )}
    </Field>
  );
}
