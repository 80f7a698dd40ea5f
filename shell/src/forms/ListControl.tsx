import { Plus, X } from "lucide-react";
import { useId } from "react";

import { useI18n } from "@/i18n";
import { Button, IconButton } from "@/ui";
import { Control } from "./Control";
import { blank, type Draft, isGroup } from "./draft";
import type { FieldViewProps } from "./FieldView";
import { SchemaForm } from "./SchemaForm";
import type { ListShape } from "./shape";
import { hintOf, labelOf } from "./words";

/** Several values of one kind, each with its own cross. */
export function ListControl({ field, shape, path, draft, onChange, wrongs }: FieldViewProps & { readonly shape: ListShape }) {
  const { t, locale } = useI18n();
  const name = labelOf(field, locale);
  const hint = hintOf(field, locale);
  const id = useId();
  const items: readonly Draft[] = Array.isArray(draft) ? draft : [];
  const set = (index: number, value: Draft) => onChange(items.map((item, place) => (place === index ? value : item)));
  const full = shape.most !== undefined && items.length >= shape.most;
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-2">
      <span id={id} className="text-xs font-medium text-fg">
        {field.required ? name : `${name} ${t("forms.optional")}`}
      </span>
      {hint && <p className="-mt-1 text-xs text-muted">{hint}</p>}
      {items.map((item, index) => (
        <div key={index} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <Item {...{ shape, item, wrongs, name, index }} path={`${path}.${index}`} onChange={(value) => set(index, value)} />
          </div>
          <IconButton
            icon={X}
            label={t("forms.remove", { name, number: index + 1 })}
            onClick={() => onChange(items.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      <Button size="sm" icon={Plus} disabled={full} className="self-start" onClick={() => onChange([...items, blank(shape.item)])}>
        {t("forms.add")}
      </Button>
      {wrongs[path] && (
        <p role="alert" className="text-xs text-bad-text">
          {wrongs[path]}
        </p>
      )}
    </div>
  );
}

interface ItemProps extends Pick<FieldViewProps, "path" | "onChange" | "wrongs"> {
  readonly shape: ListShape;
  readonly item: Draft;
  readonly name: string;
  readonly index: number;
}

function Item({ shape, item, name, index, path, onChange, wrongs }: ItemProps) {
  const id = useId();
  if (shape.item.kind === "list") return null;
  if (shape.item.kind === "group") {
    return (
      <div className="border-l-2 border-line pl-3">
        <SchemaForm fields={shape.item.fields} draft={isGroup(item) ? item : {}} onChange={onChange} wrongs={wrongs} path={`${path}.`} />
      </div>
    );
  }
  const wrong = wrongs[path];
  return (
    <>
      <label htmlFor={id} className="sr-only">{`${name} ${index + 1}`}</label>
      <Control
        id={id}
        aria-describedby={wrong ? `${id}-about` : undefined}
        shape={shape.item}
        draft={item}
        onChange={onChange}
        invalid={wrong !== undefined}
        optional={false}
      />
      {wrong && (
        <p id={`${id}-about`} role="alert" className="mt-1 text-xs text-bad-text">
          {wrong}
        </p>
      )}
    </>
  );
}
