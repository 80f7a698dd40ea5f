import { History, Pencil } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import type { UnderstoodValue } from "@/api";
import { useI18n } from "@/i18n";
import { classes, ForeignText } from "@/ui";
import { ValueEditor } from "./ValueEditor";
import { editorOf, isColour, wordsOf } from "./values";

interface ValueChipProps {
  readonly value: UnderstoodValue;
  /** The app it belongs to. */
  readonly app: string;
  /** Put it right; without this it is only read. */
  readonly onChange?: (to: unknown) => void;
}

/** One value as it was understood. While its call waits it is changed where it stands. */
export function ValueChip({ value, app, onChange }: ValueChipProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const [editing, edit] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const back = useRef(false);
  useEffect(() => {
    if (editing || !back.current) return;
    back.current = false;
    button.current?.focus();
  }, [editing]);
  const { label, inherited, note } = value;
  const words = wordsOf(value, i18n);
  const editor = onChange ? editorOf(value) : null;
  if (editing && editor !== null) {
    return (
      <ValueEditor
        value={value}
        editor={editor}
        app={app}
        onApply={(to) => {
          edit(false);
          onChange?.(to);
        }}
        onCancel={() => {
          back.current = true;
          edit(false);
        }}
      />
    );
  }
  const about = [`${label}: ${words}`, inherited && t("chat.understood.before"), note].filter(Boolean).join(" · ");
  const look = classes(
    "inline-flex h-6 max-w-60 min-w-0 items-center gap-1.5 rounded-sm border px-1.5 text-xs",
    inherited ? "border-dashed border-line-strong" : "border-line bg-panel",
  );
  const inside = (
    <>
      {inherited && <History aria-hidden className="size-3 shrink-0 text-muted" />}
      <span className="max-w-28 shrink-0 truncate text-muted">{label}</span>
      {isColour(value.value) && <span aria-hidden className="size-3 shrink-0 rounded-full border border-line" style={{ background: value.value }} />}
      <span className="min-w-0 truncate text-fg tabular-nums">
        <ForeignText place="name" still>
          {words}
        </ForeignText>
      </span>
    </>
  );
  if (editor === null) {
    return (
      <span title={about} className={look}>
        {inside}
        {inherited && <span className="sr-only">{t("chat.understood.before")}</span>}
      </span>
    );
  }
  return (
    <button
      ref={button}
      type="button"
      title={about}
      aria-label={t("words.edit", { label, value: inherited ? `${words} (${t("chat.understood.before")})` : words })}
      onClick={() => edit(true)}
      className={classes(look, "transition-colors duration-100 hover:border-line-strong hover:bg-hover pointer-coarse:h-7")}
    >
      {inside}
      <Pencil aria-hidden className="size-3 shrink-0 text-muted" />
    </button>
  );
}
