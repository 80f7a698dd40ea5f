import { Check, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";

import type { UnderstoodValue } from "@/api";
import { useI18n } from "@/i18n";
import { weekdayOf } from "@/i18n/amounts";
import { classes, IconButton, Input, Select } from "@/ui";
import { ColourField } from "./ColourField";
import { NameField } from "./NameField";
import { choicesOf, draftOf, type Editor, isSame, readDraft } from "./values";

interface ValueEditorProps {
  readonly value: UnderstoodValue;
  readonly editor: Editor;
  /** The app whose names are offered. */
  readonly app: string;
  readonly onApply: (to: unknown) => void;
  readonly onCancel: () => void;
}

type Typed = Exclude<Editor, "choice" | "colour" | "name">;

const TYPES: Readonly<Record<Typed, string>> = { day: "date", hour: "time", month: "month", moment: "datetime-local", number: "number", list: "text", text: "text" };

const WIDTHS: Readonly<Record<Typed, string>> = { day: "w-36", hour: "w-28", month: "w-36", moment: "w-48", number: "w-24", list: "w-48", text: "w-48" };

/** A value in its field: Enter applies it, Escape leaves it as it was. Another choice is applied at once. */
export function ValueEditor({ value, editor, app, onApply, onCancel }: ValueEditorProps) {
  const { t } = useI18n();
  const box = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(value, editor));
  useEffect(() => {
    box.current?.querySelector<HTMLElement>("input:checked, input:not([type=radio]), [role=combobox]")?.focus();
  }, []);
  const read = editor === "choice" ? undefined : readDraft(draft, editor);
  const take = (to: unknown) => (isSame(to, value.value) ? onCancel() : onApply(to));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (read !== undefined) take(read);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  const about = { label: value.label, draft, onDraft: setDraft, invalid: draft.trim() !== "" && read === undefined };
  return (
    <form
      ref={box}
      noValidate
      onSubmit={apply}
      onKeyDown={press}
      className="inline-flex max-w-full min-w-0 animate-fade flex-wrap items-center gap-1 text-xs"
    >
      <span aria-hidden className="max-w-28 truncate pl-1.5 text-muted">
        {value.label}
      </span>
      {editor === "choice" ? (
        <ChoiceField value={value} onApply={onApply} />
      ) : editor === "name" ? (
        <NameField {...about} app={app} kind={value.of} was={String(value.value)} onTake={take} />
      ) : editor === "colour" ? (
        <ColourField {...about} options={value.options} />
      ) : (
        <TypedField {...about} editor={editor} />
      )}
      <span className="inline-flex shrink-0 gap-1">
        {editor !== "choice" && <IconButton type="submit" size="sm" icon={Check} label={t("chat.understood.apply")} disabled={read === undefined} />}
        <IconButton size="sm" icon={X} label={t("words.cancel")} onClick={onCancel} />
      </span>
    </form>
  );
}

/** What a field shows of the draft it edits. */
export interface DraftProps {
  readonly label: string;
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
  readonly invalid: boolean;
}

function TypedField({ label, draft, onDraft, invalid, editor }: DraftProps & { readonly editor: Typed }) {
  const { locale } = useI18n();
  const id = useId();
  const dated = editor === "day" || editor === "moment";
  const weekday = dated ? weekdayOf(draft, locale, editor === "day" ? "long" : "short") : "";
  return (
    <>
      <Input
        type={TYPES[editor]}
        step={editor === "number" ? "any" : undefined}
        inputMode={editor === "number" ? "decimal" : undefined}
        autoComplete="off"
        aria-label={label}
        aria-describedby={weekday === "" ? undefined : id}
        aria-invalid={invalid || undefined}
        value={draft}
        onChange={(event) => onDraft(event.target.value)}
        onFocus={(event) => (editor === "text" || editor === "number") && event.currentTarget.select()}
        className={classes("max-w-full min-w-0 tabular-nums", WIDTHS[editor])}
      />
      {dated && (
        // Which day of the week it is: what people check first.
        <span id={id} aria-live="polite" className={classes("px-1 text-muted", editor === "day" ? "min-w-20" : "min-w-8")}>
          {weekday}
        </span>
      )}
    </>
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
      className="w-44 max-w-full"
    />
  );
}
