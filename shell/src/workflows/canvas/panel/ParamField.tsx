import { Braces } from "lucide-react";
import { useState } from "react";

import { isLiteral, type Schema } from "@/flow";
import { type FormField, fieldDraft, hintOf, type Json, labelOf, readField, SchemaForm, type Wrongs } from "@/forms";
import { useI18n } from "@/i18n";
import { IconButton, Popover } from "@/ui";
import { BoundText } from "./BoundText";
import { ReferenceList } from "./ReferenceList";
import { useReferences } from "./useReferences";

interface ParamFieldProps {
  readonly place: string;
  readonly field: FormField;
  /** Its schema: what cannot be of it is not offered. */
  readonly wanted?: Schema;
  /** What it is given; undefined when it is left out. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** One parameter: a control that fits its type, or words that look at an earlier result. */
export function ParamField(props: ParamFieldProps) {
  const { place, field, wanted, value, onChange } = props;
  const { locale } = useI18n();
  // What looks at something is edited as words, and plain text may begin to.
  if (isWords(field, value)) {
    const label = labelOf(field, locale) + (field.required ? " *" : "");
    const isLong = field.shape.kind === "text" && field.shape.multiline;
    const text = value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
    return <BoundText place={place} label={label} hint={hintOf(field, locale)} isLong={isLong} wanted={wanted} value={text} onChange={(words) => onChange(words === "" && !field.required ? undefined : words)} />;
  }
  return <LiteralField {...props} />;
}

function isWords(field: FormField, value: unknown): boolean {
  return typeof value === "string" ? !isLiteral(value) || field.shape.kind === "text" : (value === undefined || value === null) && field.shape.kind === "text";
}

function LiteralField({ place, field, wanted, value, onChange }: ParamFieldProps) {
  const { t, locale } = useI18n();
  const references = useReferences(place, wanted);
  const [draft, write] = useState(() => fieldDraft(field, value as Json | undefined));
  const [wrongs, tell] = useState<Wrongs>({});
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <SchemaForm
          fields={[field]}
          draft={draft}
          wrongs={wrongs}
          onChange={(next) => {
            write(next);
            const read = readField(field, next, locale, t);
            tell(read.wrongs);
            if (Object.keys(read.wrongs).length === 0 || read.value === undefined) onChange(read.value);
          }}
        />
      </div>
      <Popover trigger={<IconButton icon={Braces} label={t("canvas.reference.pick", { field: labelOf(field, locale) })} className="mt-4" />} label={t("canvas.reference")} align="end" className="w-72">
        <ReferenceList references={references} onPick={(path) => onChange(`{{${path}}}`)} />
      </Popover>
    </div>
  );
}
