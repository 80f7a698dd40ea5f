import { X } from "lucide-react";
import { useRef, useState } from "react";

import { useI18n } from "@/i18n";
import { dayOf } from "@/i18n/amounts";
import { IconButton, Input } from "@/ui";

export interface InlineDayProps {
  readonly label: string;
  /** `2026-12-31`, or nothing. */
  readonly value: string;
  readonly onSave: (value: string | null) => void;
  /** What stands there while there is none. */
  readonly placeholder?: string;
}

/** A day, chosen where it stands. */
export function InlineDay({ label, value, onSave, placeholder }: InlineDayProps) {
  const { t, locale } = useI18n();
  const [editing, edit] = useState(false);
  const draft = useRef(value);
  const day = value.slice(0, 10);
  if (!editing) {
    return (
      <button
        type="button"
        aria-label={t("words.edit", { label, value: day === "" ? t("words.empty") : dayOf(day, locale) })}
        onClick={() => {
          draft.current = day;
          edit(true);
        }}
        className="-mx-1.5 rounded-sm px-1.5 text-right tabular-nums transition-colors duration-100 hover:bg-hover"
      >
        {day === "" ? <span className="text-muted">{placeholder ?? t("words.none")}</span> : dayOf(day, locale)}
      </button>
    );
  }
  const done = () => {
    edit(false);
    if (draft.current !== day && draft.current !== "") onSave(draft.current);
  };
  return (
    <span
      className="flex items-center gap-1"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && done()}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        edit(false);
      }}
    >
      <Input
        type="date"
        autoFocus
        aria-label={label}
        defaultValue={day}
        onChange={(event) => {
          draft.current = event.target.value;
        }}
        onKeyDown={(event) => event.key === "Enter" && done()}
        className="w-36"
      />
      {day !== "" && (
        <IconButton
          icon={X}
          size="sm"
          label={t("words.clear")}
          onClick={() => {
            edit(false);
            onSave(null);
          }}
        />
      )}
    </span>
  );
}
