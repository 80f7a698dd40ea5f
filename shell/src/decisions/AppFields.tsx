import { countsIn, type fieldsOf } from "./apps";
import { FieldChanges } from "./records/FieldChanges";
import { TableCounts } from "./records/TableCounts";

interface AppFieldsProps {
  readonly fields: ReturnType<typeof fieldsOf>;
  /** Whether there was nothing before. */
  readonly fresh?: boolean;
}

/** What a change of an app's data altered: its fields before and after, or, of many rows, how many of each kind. */
export function AppFields({ fields, fresh }: AppFieldsProps) {
  const counts = countsIn(fields);
  return counts === undefined ? <FieldChanges fields={fields} fresh={fresh} /> : <TableCounts tables={counts} />;
}
