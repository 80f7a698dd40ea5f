import { Check, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";

import type { UnderstoodValue } from "@/api";
import { useI18n } from "@/i18n";
import { classes, IconButton, Input, Select } from "@/ui";
import { choicesOf, draftOf, type Editor, isSame, readDraft } from "./values";

interface ValueEditorProps {
  readonly value: UnderstoodValue;
  readonly editor: Editor;
  readonly onApply: (to: unknown) => void;
  readonly onCancel: () => void;
}

type Typed = Exclude<Editor, "choice">;

const TYPES: Readonly<Record<Typed, string>> = { day: "date", hour: "time", month: "month", moment: "datetime-local", number: "number", list: "text", text: "text" };

const WIDTHS: Readonly<Record<Typed, string>> = { day: "w-36", hour: "w-28", month: "w-36", moment: "w-48", number: "w-24", list: "w-48", text: "w-48" };

/** A value in its field: Enter applies it, Escape leaves it as it was. Another choice is applied at once. */
export function ValueEditor({ value, editor, onApply, onCancel }: ValueEditorProps) {
  const { t } = useI18n();
  const box = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(value, editor));
  useEffect(() => {
    box.current?.querySelector<HTMLElement>("input, [role=combobox]")?.focus();
  }, []);
  const read = editor === "choice" ? undefined : readDraft(draft, editor);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (read === undefined) return;
    if (isSame(read, value.value)) onCancel();
    else onApply(read);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return (
    <form
      ref={box}
      noValidate
      data-escape="own"
      onSubmit={apply}
      onKeyDown={press}
      className="inline-flex max-w-full animate-fade flex-wrap items-center gap-1 text-xs"
    >
      <span aria-hidden className="max-w-28 truncate pl-1.5 text-muted">
        {value.label}
      </span>
      {editor === "choice" ? (
        <ChoiceField value={value} onApply={onApply} />
      ) : (
        <>
          <Input
            type={TYPES[editor]}
            step={editor === "number" ? "any" : undefined}
            inputMode={editor === "number" ? "decimal" : undefined}
            autoComplete="off"
            aria-label={value.label}
            aria-invalid={draft.trim() !== "" && read === undefined ? true : undefined}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onFocus={(event) => (editor === "text" || editor === "number") && event.currentTarget.select()}
            className={classes("min-w-0 max-w-full", WIDTHS[editor])}
          />
          <IconButton type="submit" size="sm" icon={Check} label={t("chat.understood.apply")} disabled={read === undefined} />
        </>
      )}
      <IconButton size="sm" icon={X} label={t("words.cancel")} onClick={onCancel} />
    </form>
  );
}

function ChoiceField({ value, onApply }: Pick<ValueEditorProps, "value" | "onApply">) {
  const i18n = useI18n();
  const choices = choicesOf(value, i18n);
  const now = choices.find(({ means }) => isSame(means, value.value));
  return (
    <Select
      label={value.label}
      value={now?.value ?? ""}
      options={choices}
      placeholder={i18n.t("words.none")}
      onChange={(chosen) => onApply(choices[Number(chosen)]?.means)}
      className="w-40 max-w-full"
    />
  );
}
