import { useMemo, useState } from "react";

import { isSame, type NeededResult } from "@/flow";
import { fieldDraft, fieldsOf, type FormField, type Json, type JsonSchema, readField, SchemaForm, type Wrongs } from "@/forms";
import { type Locale, type Translate, useI18n } from "@/i18n";
import type { HandResults } from "./useHandResults";

/** The results of earlier steps, to be typed in: fields made from what those steps give back. */
export function ResultFields({ hand: { needed, set } }: { readonly hand: HandResults }) {
  const { t } = useI18n();
  const used = needed.filter(({ isUsed }) => isUsed);
  const waited = needed.filter(({ isUsed, source }) => !isUsed && source === null);
  if (used.length + waited.length === 0) return null;
  return (
    <section aria-label={t("canvas.hand")} className="flex flex-col gap-4 rounded-lg border border-line p-3">
      <div>
        <h3 className="text-sm font-semibold text-fg">{t("canvas.hand")}</h3>
        <p className="text-xs text-muted">{t("canvas.hand.about")}</p>
      </div>
      {used.map((each) => (
        // What came out last arrives later than the form: then the field begins with it.
        <ResultField key={`${each.id} ${JSON.stringify(each.schema).length} ${each.source}`} needed={each} onChange={set} />
      ))}
      {waited.length > 0 && <p className="text-xs text-muted">{t("canvas.hand.waited", { steps: waited.map(({ title }) => title).join(", ") })}</p>}
    </section>
  );
}

interface ResultFieldProps {
  readonly needed: NeededResult;
  readonly onChange: (id: string, value: unknown) => void;
}

function ResultField({ needed: { id, title, schema, value, source }, onChange }: ResultFieldProps) {
  const { t, locale } = useI18n();
  const field = useMemo(() => fieldOf(id, title, schema, value, locale, t), [id, title, schema, value, locale, t]);
  const [draft, write] = useState(() => fieldDraft(field, value as Json | undefined));
  const [wrongs, tell] = useState<Wrongs>({});
  return (
    <div className="flex flex-col gap-1">
      <SchemaForm
        fields={[field]}
        draft={draft}
        wrongs={wrongs}
        onChange={(next) => {
          write(next);
          const read = readField(field, next, locale, t);
          tell(read.wrongs);
          onChange(id, withNothings(read.value, value));
        }}
      />
      <p className="text-xs text-muted">{t(`canvas.hand.${source ?? "none"}`)}</p>
    </div>
  );
}

/** The field of a result; one whose value the fields could not give back exactly is written as JSON. */
function fieldOf(id: string, title: string, schema: NeededResult["schema"], value: unknown, locale: Locale, t: Translate): FormField {
  const { $defs, ...own } = schema as JsonSchema;
  const [made] = fieldsOf({ type: "object", properties: { [id]: { ...own, title, description: undefined } }, required: [id], $defs });
  const json: FormField = { name: id, label: title, shape: { kind: "json" }, required: true, nullable: false };
  const field = made === undefined ? json : { ...made, label: title };
  if (value === undefined) return field;
  return isSame(withNothings(readField(field, fieldDraft(field, value as Json), locale, t).value, value), value) ? field : json;
}

/** What was read of a form, with the parts that were nothing before and that a form leaves out. */
function withNothings(read: unknown, before: unknown): unknown {
  if (!isObject(read) || !isObject(before)) return read;
  const nothings = Object.entries(before).filter(([name, value]) => value === null && !Object.hasOwn(read, name));
  return { ...read, ...Object.fromEntries(nothings) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
