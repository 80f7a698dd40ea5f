import { Plus, X } from "lucide-react";
import { useId } from "react";

import { useI18n } from "@/i18n";
import { Button, IconButton } from "@/ui";
import { draftOf, isGroup } from "./draft";
import type { FieldViewProps } from "./FieldView";
import { SchemaForm } from "./SchemaForm";
import type { GroupShape } from "./shape";
import { hintOf, labelOf } from "./words";

/** Fields that belong together; an optional group opens when it is wanted. */
export function GroupControl({ field, shape, path, draft, onChange, wrongs }: FieldViewProps & { readonly shape: GroupShape }) {
  const { t, locale } = useI18n();
  const name = labelOf(field, locale);
  const hint = hintOf(field, locale);
  const id = useId();
  const optional = field.nullable || !field.required;
  const open = isGroup(draft);
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <span id={id} className="text-xs font-medium text-fg">
          {name}
        </span>
        {optional && open && (
          <IconButton icon={X} size="sm" label={t("forms.leaveOut", { name })} onClick={() => onChange(null)} />
        )}
      </div>
      {hint && <p className="-mt-1 text-xs text-muted">{hint}</p>}
      {open ? (
        <div className="border-l-2 border-line pl-3">
          <SchemaForm fields={shape.fields} draft={draft} onChange={onChange} wrongs={wrongs} path={`${path}.`} />
        </div>
      ) : (
        <Button size="sm" icon={Plus} className="self-start" onClick={() => onChange(draftOf(shape.fields))}>
          {t("forms.fillIn", { name })}
        </Button>
      )}
      {wrongs[path] && (
        <p role="alert" className="text-xs text-bad-text">
          {wrongs[path]}
        </p>
      )}
    </div>
  );
}
