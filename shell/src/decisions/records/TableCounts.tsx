import { useI18n } from "@/i18n";
import { classes } from "@/ui";
import { kindWord, type TableCount } from "./records";

const COLUMNS = ["create", "update", "unchanged", "skipped", "delete"] as const satisfies readonly (keyof TableCount)[];

/** How many of each kind would be made, edited, left alone, left out or removed. Columns of nothing are not there. */
export function TableCounts({ tables }: { readonly tables: readonly TableCount[] }) {
  const { t, locale, format } = useI18n();
  const columns = COLUMNS.filter((column) => tables.some((table) => table[column] > 0));
  const sum = (column: (typeof COLUMNS)[number]) => tables.reduce((total, table) => total + table[column], 0);
  return (
    <div tabIndex={0} role="group" aria-label={t("records.tables")} className="max-h-96 overflow-auto -outline-offset-2">
      <table className="w-full border-collapse text-xs tabular-nums">
        <thead className="sticky top-0 bg-panel">
          <tr>
            <th scope="col" className="border-b border-line px-3 py-1.5 text-left font-medium text-muted">
              {t("records.tables.kind")}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="border-b border-line px-3 py-1.5 text-right font-medium whitespace-nowrap text-muted">
                {t(`records.tables.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {tables.map((table) => (
            <tr key={table.name}>
              <th scope="row" className="px-3 py-1.5 text-left font-normal text-fg" title={table.name}>
                {kindWord(table.name, t, locale)}
              </th>
              {columns.map((column) => (
                <Count key={column} column={column} count={format.number(table[column])} none={table[column] === 0} />
              ))}
            </tr>
          ))}
        </tbody>
        {tables.length > 1 && (
          <tfoot>
            <tr className="border-t border-line-strong font-medium">
              <th scope="row" className="px-3 py-1.5 text-left font-medium text-fg">
                {t("records.tables.total")}
              </th>
              {columns.map((column) => (
                <Count key={column} column={column} count={format.number(sum(column))} none={sum(column) === 0} />
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

const TONES: Readonly<Partial<Record<keyof TableCount, string>>> = { create: "text-ok-text", delete: "font-medium text-bad-text", skipped: "text-warn-text" };

interface CountProps {
  readonly column: (typeof COLUMNS)[number];
  readonly count: string;
  readonly none: boolean;
}

function Count({ column, count, none }: CountProps) {
  return <td className={classes("px-3 py-1.5 text-right", none ? "text-muted" : (TONES[column] ?? "text-fg"))}>{none ? "–" : count}</td>;
}
