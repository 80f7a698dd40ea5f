import { useId, useState } from "react";

import { useT } from "@/i18n";
import { Chip } from "./Chip";
import { classes } from "./classes";
import { FIELD } from "./Input";

interface TagInputProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly label?: string;
  readonly id?: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly "aria-describedby"?: string;
  readonly className?: string;
}

/** Several short texts. Enter or a comma adds one, Backspace takes the last one back into the field. */
export function TagInput({ value, onChange, label, placeholder, disabled, className, ...rest }: TagInputProps) {
  const t = useT();
  const hint = useId();
  const [draft, setDraft] = useState("");
  const add = (text: string) => {
    const fresh = text.split(/[,\n]/).map((each) => each.trim()).filter((each) => each !== "" && !value.includes(each));
    setDraft("");
    if (fresh.length > 0) onChange([...value, ...new Set(fresh)]);
  };
  return (
    <span className={classes(FIELD, "flex min-h-7 flex-wrap items-center gap-1 px-1 py-0.5 has-focus-visible:border-accent has-disabled:opacity-50", className)}>
      {value.map((tag) => (
        <Chip
          key={tag}
          label={tag}
          className="h-[22px] bg-hover"
          onRemove={disabled ? undefined : () => onChange(value.filter((each) => each !== tag))}
        />
      ))}
      <input
        {...rest}
        aria-label={label}
        aria-describedby={classes(rest["aria-describedby"], hint)}
        placeholder={value.length === 0 ? placeholder : undefined}
        disabled={disabled}
        value={draft}
        onChange={(event) => (/[,\n]/.test(event.target.value) ? add(event.target.value) : setDraft(event.target.value))}
        onBlur={() => add(draft)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && draft.trim() !== "") {
            event.preventDefault();
            add(draft);
          } else if (event.key === "Backspace" && draft === "" && value.length > 0) {
            event.preventDefault();
            setDraft(value.at(-1) ?? "");
            onChange(value.slice(0, -1));
          }
        }}
        className="h-[22px] min-w-24 flex-1 bg-transparent px-1 text-sm outline-none placeholder:text-muted"
      />
      <span id={hint} className="sr-only">
        {t("ui.tags.hint")}
      </span>
    </span>
  );
}
