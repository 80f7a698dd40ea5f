import { Pencil } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";

import { useT } from "@/i18n";
import { classes, Textarea } from "@/ui";

export interface InlineTextProps {
  /** What it is: read aloud. */
  readonly label: string;
  readonly value: string;
  readonly onSave: (value: string) => void;
  /** What stands there while there is nothing. */
  readonly placeholder?: string;
  /** Whether it may be left empty. */
  readonly optional?: boolean;
  /** Whether Enter begins a new line, and only leaving the field saves it. */
  readonly long?: boolean;
  readonly className?: string;
}

/** A text that is read, and written where it stands: Enter keeps it, Escape leaves it as it was. */
export function InlineText({ label, value, onSave, placeholder, optional, long, className }: InlineTextProps) {
  const t = useT();
  const [draft, setDraft] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const back = useRef(false);
  useEffect(() => {
    if (draft !== null || !back.current) return;
    back.current = false;
    button.current?.focus();
  }, [draft]);
  const look = classes("rounded-sm text-left break-words whitespace-pre-wrap", className);
  if (draft === null) {
    return (
      <button
        ref={button}
        type="button"
        aria-label={t("words.edit", { label, value: value || t("words.empty") })}
        onClick={() => setDraft(value)}
        className={classes(look, "group/edit -mx-1.5 max-w-[calc(100%+12px)] px-1.5 transition-colors duration-100 hover:bg-hover")}
      >
        {value === "" ? <span className="font-normal text-muted">{placeholder ?? t("words.none")}</span> : value}
        <Pencil aria-hidden className="-mr-[18px] ml-1.5 inline size-3 text-muted opacity-0 group-hover/edit:opacity-100 group-focus-visible/edit:opacity-100" />
      </button>
    );
  }
  const save = () => {
    const words = draft.trim();
    setDraft(null);
    if (words !== value && (words !== "" || optional)) onSave(words);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      back.current = true;
      setDraft(null);
    }
    if (event.key === "Enter" && (long ? event.metaKey || event.ctrlKey : !event.shiftKey)) {
      event.preventDefault();
      back.current = true;
      save();
    }
  };
  return (
    <div className="w-full">
      <Textarea
        autoFocus
        rows={1}
        aria-label={label}
        value={draft}
        placeholder={placeholder}
        onFocus={(event) => event.currentTarget.setSelectionRange(draft.length, draft.length)}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={press}
        onBlur={save}
        className={classes("max-h-72 w-full", className)}
      />
    </div>
  );
}
