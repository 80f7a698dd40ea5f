import { Plus, X } from "lucide-react";

import { useT } from "@/i18n";
import { Button, IconButton, Input, Segmented, Select } from "@/ui";
import { OPERATOR_WORDS } from "../words/operators";
import { firstRow, OPERATORS, type Row, type Simple } from "./condition";
import type { Reference } from "./useReferences";

interface ConditionRowsProps {
  readonly simple: Simple;
  readonly references: readonly Reference[];
  readonly onChange: (simple: Simple) => void;
}

/** A condition row by row: what is looked at, how it is compared, with what. */
export function ConditionRows({ simple: { joint, rows }, references, onChange }: ConditionRowsProps) {
  const t = useT();
  const set = (index: number, fields: Partial<Row>) => onChange({ joint, rows: rows.map((row, at) => (at === index ? { ...row, ...fields } : row)) });
  const titles = new Map(references.map(({ path, title }) => [path, title]));
  const options = (path: string) => [...new Set([path, ...titles.keys()])].map((each) => ({ value: each, label: titles.get(each) ?? each }));
  return (
    <div role="group" aria-label={t("canvas.field.condition")} className="flex flex-col gap-2">
      {rows.length > 1 && (
        <Segmented
          label={t("canvas.condition.joint")}
          value={joint}
          options={[
            { value: "and", label: t("canvas.condition.and") },
            { value: "or", label: t("canvas.condition.or") },
          ]}
          onChange={(next) => onChange({ joint: next, rows })}
        />
      )}
      {rows.map((row, index) => (
        <div key={index} className="flex flex-col gap-1 rounded-md border border-line p-2">
          <Select label={t("canvas.condition.what")} value={row.path} options={options(row.path)} onChange={(path) => set(index, { path })} className="w-full" />
          <span className="flex items-center gap-1">
            <Select
              label={t("canvas.condition.how")}
              value={row.operator}
              options={OPERATORS.map((each) => ({ value: each, label: t(`canvas.operator.${OPERATOR_WORDS[each]}`) }))}
              onChange={(operator) => set(index, { operator })}
              className="w-32 shrink-0"
            />
            <Input aria-label={t("canvas.condition.value")} value={row.value} onChange={(event) => set(index, { value: event.target.value })} className="min-w-0 flex-1" />
            <IconButton icon={X} size="sm" label={t("canvas.condition.remove")} onClick={() => onChange({ joint, rows: rows.filter((_, at) => at !== index) })} />
          </span>
        </div>
      ))}
      <Button
        size="sm"
        icon={Plus}
        className="self-start"
        disabled={references.length === 0}
        onClick={() => onChange({ joint, rows: [...rows, firstRow(references)] })}
      >
        {t("canvas.condition.add")}
      </Button>
    </div>
  );
}
