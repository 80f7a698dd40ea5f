import { useI18n } from "@/i18n";
import { Field } from "@/ui";
import { Control } from "./Control";
import type { Draft } from "./draft";
import { GroupControl } from "./GroupControl";
import { ListControl } from "./ListControl";
import type { Wrongs } from "./SchemaForm";
import type { FormField } from "./shape";
import { hintOf, labelOf } from "./words";

export interface FieldViewProps {
  readonly field: FormField;
  readonly path: string;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly wrongs: Wrongs;
}

/** One field with its label, what it is for, and what is wrong with it. */
export function FieldView(props: FieldViewProps) {
  const { t, locale } = useI18n();
  const { field, path, draft, onChange, wrongs } = props;
  const { shape } = field;
  if (shape.kind === "group") return <GroupControl {...props} shape={shape} />;
  if (shape.kind === "list") return <ListControl {...props} shape={shape} />;
  // A switch with a default is simply on or off; one without may be left unsaid.
  const optional = (field.nullable || !field.required) && typeof field.initial !== "boolean";
  const name = labelOf(field, locale);
  const label = field.required ? name : `${name} ${t("forms.optional")}`;
  return (
    <Field label={label} hint={hintOf(field, locale)} error={wrongs[path]}>
      {(ids) => (
        <Control
          {...ids}
          shape={shape}
          draft={draft}
          onChange={onChange}
          invalid={path in wrongs}
          optional={optional}
          example={field.example}
        />
      )}
    </Field>
  );
}
