import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from "react";

import { useI18n } from "@/i18n";
import { monthOf, readAmount } from "@/i18n/amounts";
import { Field, Input, Textarea } from "@/ui";
import { ConfidenceField } from "./ConfidenceField";

export interface CheckInValues {
  readonly value: number;
  readonly confidence: number | null;
  readonly comment: string;
  readonly blockers: string;
}

interface CheckInFormProps {
  readonly id: string;
  readonly period: string;
  readonly unit: string | null;
  readonly onSubmit: (values: CheckInValues) => void;
  /** What stands under the value: the target, the value before. */
  readonly hint?: ReactNode;
  /** The confidence of last time, to begin with. */
  readonly confidence?: number | null;
}

/** A value, how sure one is, and what happened. Enter saves from every field; Shift and Enter is a new line. */
export function CheckInForm({ id, period, unit, onSubmit, hint, confidence: before = null }: CheckInFormProps) {
  const { t, locale } = useI18n();
  const about = useId();
  const [text, setText] = useState("");
  const [confidence, setConfidence] = useState<number | null>(before);
  const [comment, setComment] = useState("");
  const [blockers, setBlockers] = useState("");
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = readAmount(text, locale);
    if (value === null) return setError(text.trim() === "" ? t("atlas.checkin.value.missing") : t("atlas.checkin.value.wrong"));
    onSubmit({ value, confidence, comment: comment.trim(), blockers: blockers.trim() });
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <form id={id} onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t("atlas.checkin.value", { month: monthOf(period, locale) })} error={error} hint={hint}>
        {(ids) => (
          <span className="relative flex items-center">
            <Input
              {...ids}
              autoFocus
              required
              inputMode="decimal"
              autoComplete="off"
              aria-invalid={error !== undefined || undefined}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setError(undefined);
              }}
              onInvalid={(event) => {
                event.preventDefault();
                setError(t("atlas.checkin.value.missing"));
              }}
              className="h-10! w-full pr-16 text-lg! font-semibold tabular-nums"
            />
            {unit && <span className="pointer-events-none absolute right-3 text-sm text-muted">{unit}</span>}
          </span>
        )}
      </Field>
      <ConfidenceField value={confidence} onChange={setConfidence} />
      <Field label={t("atlas.checkin.comment")}>
        {(ids) => <Textarea {...ids} rows={2} value={comment} placeholder={t("atlas.checkin.comment.hint")} onChange={(event) => setComment(event.target.value)} onKeyDown={press} className="max-h-40 w-full" />}
      </Field>
      <Field label={t("atlas.checkin.blocked")}>
        {(ids) => <Textarea {...ids} rows={1} value={blockers} placeholder={t("atlas.checkin.blocked.hint")} onChange={(event) => setBlockers(event.target.value)} onKeyDown={press} className="max-h-40 w-full" />}
      </Field>
      <span id={about} className="sr-only">
        {t("atlas.checkin.keys")}
      </span>
    </form>
  );
}
