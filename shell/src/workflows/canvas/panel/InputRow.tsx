import { X } from "lucide-react";
import { useState } from "react";

import { useT } from "@/i18n";
import { IconButton, Input, Select } from "@/ui";

type Schema = Readonly<Record<string, unknown>>;

const TYPES = ["any", "string", "number", "integer", "boolean", "array", "object"] as const;
type TypeName = (typeof TYPES)[number];

/** The schema as another type: a list is of texts until it says otherwise, and anything needs no type. */
function asType({ type: _, ...schema }: Schema, type: TypeName): Record<string, unknown> {
  if (type === "any") return schema;
  return { ...schema, type, ...(type === "array" && schema["items"] === undefined ? { items: { type: "string" } } : {}) };
}

interface InputRowProps {
  readonly name: string;
  readonly schema: Schema;
  readonly taken: readonly string[];
  readonly onRename: (to: string) => void;
  readonly onChange: (schema: Record<string, unknown>) => void;
  readonly onRemove: () => void;
}

/** One thing that has to be given: its name, its type, and what it is for. */
export function InputRow({ name, schema, taken, onRename, onChange, onRemove }: InputRowProps) {
  const t = useT();
  const [written, write] = useState(name);
  const isFine = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(written) && (written === name || !taken.includes(written));
  const rename = () => (isFine && written !== name ? onRename(written) : write(name));
  const type = TYPES.find((each) => each === schema["type"]);
  return (
    <div role="group" aria-label={name} className="flex flex-col gap-1 rounded-md border border-line p-2">
      <span className="flex items-center gap-1">
        <Input aria-label={t("canvas.inputs.name")} aria-invalid={!isFine || undefined} value={written} spellCheck={false} className="min-w-0 flex-1 font-mono text-xs" onChange={(event) => write(event.target.value)} onBlur={rename} />
        <Select
          label={t("canvas.inputs.type")}
          value={type ?? "any"}
          options={TYPES.map((value) => ({ value, label: t(`canvas.type.${value}`) }))}
          onChange={(next: TypeName) => onChange(asType(schema, next))}
          className="w-28 shrink-0"
        />
        <IconButton icon={X} size="sm" label={t("canvas.inputs.remove", { name })} onClick={onRemove} />
      </span>
      <Input
        aria-label={t("canvas.inputs.about")}
        placeholder={t("canvas.inputs.about")}
        value={typeof schema["description"] === "string" ? schema["description"] : ""}
        onChange={(event) => onChange({ ...schema, description: event.target.value })}
      />
    </div>
  );
}
