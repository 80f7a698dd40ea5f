import { ArrowRight } from "lucide-react";
import { useState } from "react";

import type { SchoolImportCell } from "@/api";
import { useI18n } from "@/i18n";
import { dayOf } from "@/i18n/amounts";
import { Card, Segmented } from "@/ui";
import { isPresence } from "../presence";
import { cellsOf } from "./telling";

const OPS = ["rejeitada", "alterar", "criar", "igual"] as const;

interface CellsProps {
  readonly cells: readonly SchoolImportCell[];
  /** How many there are in all; a long file shows the first of each kind. */
  readonly total: number;
}

/** The file cell by cell: what stands there now, what would stand there, and why a cell cannot be taken. */
export function Cells({ cells, total }: CellsProps) {
  const { t, locale, format } = useI18n();
  const there = OPS.filter((op) => cells.some((cell) => cell.op === op));
  const [wished, setOp] = useState<SchoolImportCell["op"]>(there[0] ?? "criar");
  const op = there.includes(wished) ? wished : (there[0] ?? "criar");
  const shown = cellsOf(cells, op);
  const said = (value: string | number | null) => (value === null ? "—" : isPresence(value) ? t(`school.presence.${value}`) : typeof value === "number" ? format.number(value) : value);
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2.5">
        <p className="text-xs font-medium text-muted">{t("school.import.cells", { shown: format.number(cells.length), total: format.number(total) })}</p>
        <Segmented label={t("school.import.cells.which")} value={op} options={there.map((value) => ({ value, label: t(`school.import.op.${value}`), count: cellsOf(cells, value).length }))} onChange={setOp} />
      </div>
      <div role="region" aria-label={t(`school.import.op.${op}`)} tabIndex={0} className="max-h-80 overflow-auto -outline-offset-2">
        <table className="w-full text-sm tabular-nums">
          <tbody className="divide-y divide-line">
            {shown.map((cell) => (
              <tr key={`${cell.linha} ${cell.coluna}`} className="[&>*]:px-4 [&>*]:py-1.5">
                <td className="text-xs whitespace-nowrap text-muted">{t("school.import.row", { row: cell.linha })}</td>
                <th scope="row" className="text-left font-normal text-fg">
                  {cell.aluno}
                </th>
                <td className="text-muted">{cell.avaliacao || (cell.data ? dayOf(cell.data, locale) : "")}</td>
                <td className="text-right whitespace-nowrap">
                  {cell.antes !== null && (
                    <>
                      <span className="text-muted">{said(cell.antes)}</span> <ArrowRight aria-label={t("school.import.becomes")} className="inline size-3 text-muted" />{" "}
                    </>
                  )}
                  <span className={cell.op === "rejeitada" ? "text-bad-text" : "text-fg"}>{said(cell.depois)}</span>
                </td>
                {cell.op === "rejeitada" && <td className="text-xs text-bad-text">{cell.motivo}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
