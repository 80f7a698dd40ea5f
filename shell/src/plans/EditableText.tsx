import { Pencil } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";

import { useT } from "@/i18n";
import { classes, Textarea } from "@/ui";
import { Words } from "./Words";

interface EditableTextProps {
  /** What it is: read aloud, and said on its button. */
  readonly label: string;
  readonly value: string;
  /** The version that is shown: the edit builds on it. */
  readonly version: number;
  readonly onSave: (value: string, version: number) => void;
  readonly disabled?: boolean;
  /** What stands there while there is nothing. */
  readonly placeholder?: string;
  /** Whether it may be left empty. */
  readonly optional?: boolean;
  readonly mono?: boolean;
  readonly className?: string;
}

/** A text that is read, and written where it stands: Enter keeps it, Escape leaves it as it was. */
export function EditableText({ label, value, version, onSave, disabled, placeholder, optional, mono, className }: EditableTextProps) {
  const t = useT();
  const [draft, setDraft] = useState<{ readonly words: string; readonly version: number } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const back = useRef(false);
  useEffect(() => {
    if (draft === null && back.current) {
      back.current = false;
      button.current?.focus();
    }
  }, [draft]);
  const look = classes("w-full rounded-sm text-left break-words whitespace-pre-wrap", mono && "font-mono text-xs", className);
  if (disabled) return value === "" ? null : <p className={look}>{mono ? value : <Words>{value}</Words>}</p>;
  if (draft === null) {
    return (
      <button
        ref={button}
        type="button"
        aria-label={t("plans.edit", { label, value: value || (placeholder ?? "") })}
        onClick={() => setDraft({ words: value, version })}
        className={classes(look, "group/edit -mx-1 w-[calc(100%+8px)] px-1 hover:bg-hover")}
      >
        {value === "" ? <span className="text-muted">{placeholder ?? label}</span> : mono ? value : <Words>{value}</Words>}
        <Pencil aria-hidden className="-mr-[18px] ml-1.5 inline size-3 text-muted opacity-0 group-hover/edit:opacity-100 group-focus-visible/edit:opacity-100" />
      </button>
    );
  }
  const save = () => {
    const words = draft.words.trim();
    setDraft(null);
    if (words !== value && (words !== "" || optional)) onSave(words, draft.version);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      back.current = true;
      setDraft(null);
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      back.current = true;
      save();
    }
  };
  return (
    <Textarea
      autoFocus
      rows={1}
      aria-label={label}
      value={draft.words}
      placeholder={placeholder}
      onFocus={(event) => event.currentTarget.setSelectionRange(draft.words.length, draft.words.length)}
      onChange={(event) => setDraft({ ...draft, words: event.target.value })}
      onKeyDown={press}
      onBlur={save}
      className={classes("max-h-72 w-full", mono && "font-mono text-xs", className)}
    />
  );
}
