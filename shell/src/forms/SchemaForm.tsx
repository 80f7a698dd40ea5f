import { type Draft, type DraftGroup } from "./draft";
import { FieldView } from "./FieldView";
import type { FormField } from "./shape";

/** Words about fields that are wrong, by the path of the field: `rows.0.name`. */
export type Wrongs = Readonly<Record<string, string>>;

interface SchemaFormProps {
  readonly fields: readonly FormField[];
  readonly draft: DraftGroup;
  readonly onChange: (draft: DraftGroup) => void;
  readonly wrongs: Wrongs;
  /** Where these fields stand in the whole form; empty at its top. */
  readonly path?: string;
}

/** The fields of a schema, one under the other. */
export function SchemaForm({ fields, draft, onChange, wrongs, path = "" }: SchemaFormProps) {
  return (
    <div className="flex flex-col gap-4">
      {fields.map((field) => (
        <FieldView
          key={field.name}
          field={field}
          path={path + field.name}
          draft={draft[field.name] ?? null}
          onChange={(value: Draft) => onChange({ ...draft, [field.name]: value })}
          wrongs={wrongs}
        />
      ))}
    </div>
  );
}
