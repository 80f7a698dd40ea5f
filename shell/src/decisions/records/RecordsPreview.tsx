import { ChevronRight } from "lucide-react";

import { useT } from "@/i18n";
import { ForeignText, LongBox } from "@/ui";
import { RecordItem } from "./RecordItem";
import { inOrder, type RecordChange, type Records } from "./records";
import { TableCounts } from "./TableCounts";
import { Warnings } from "./Warnings";

/** With more records than this, those that are only new stand apart once it was decided. */
const FEW = 4;

interface RecordsPreviewProps {
  readonly preview: Records;
  /** Whether somebody decided already: then a sentence, and the rest for who unfolds it. */
  readonly decided?: boolean;
}

/** Records of an app that would change together: in a sentence, what goes first and in red, then each with its fields. */
export function RecordsPreview({ preview, decided = false }: RecordsPreviewProps) {
  const t = useT();
  const { summary, tables, total, warnings } = preview;
  const { going, others } = inOrder(preview.records);
  const left = total - preview.records.length;
  // Once it was decided, what is only new needs no line of its own where kinds are counted; before, all of it is open.
  const fresh = decided && tables.length > 0 ? others.filter(({ op }) => op === "create") : [];
  const told = fresh.length > FEW ? others.filter(({ op }) => op !== "create") : others;
  return (
    <div role="group" aria-label={t("records.preview")} className="flex flex-col gap-2">
      {summary && (
        <p className="text-sm break-words text-fg">
          <ForeignText>{summary}</ForeignText>
        </p>
      )}
      <Warnings warnings={warnings} />
      {going.length > 0 && (
        <div className="overflow-hidden rounded-md border border-bad bg-bad-soft">
          <LongBox label={t("decisions.text")} lines={going.length}>
            <ul aria-label={t("records.removals")} className="divide-y divide-line">
              {going.map((record, index) => (
                <li key={`${record.id ?? ""}${index}`}>
                  <RecordItem record={record} open={!decided} />
                </li>
              ))}
            </ul>
          </LongBox>
        </div>
      )}
      {(others.length > 0 || tables.length > 0 || left > 0) && (
        <div className="overflow-hidden rounded-md border border-line bg-panel">
          {tables.length > 0 && <TableCounts tables={tables} />}
          {told.length > 0 && (
            <LongBox label={t("decisions.text")} lines={told.length}>
              <Items records={told} open={!decided} />
            </LongBox>
          )}
          {fresh.length > FEW && (
            <details className="group/new border-t border-line">
              <summary className="flex min-h-8 list-none items-center gap-1.5 px-3 text-xs text-muted -outline-offset-2 hover:bg-hover hover:text-fg">
                <ChevronRight aria-hidden className="size-3.5 shrink-0 transition-transform duration-100 group-open/new:rotate-90" />
                {t("records.first", { count: fresh.length })}
              </summary>
              <Items records={fresh} open={false} />
            </details>
          )}
          {left > 0 && <p className="border-t border-line px-3 py-1.5 text-xs text-muted first:border-t-0">{t("records.more", { count: left })}</p>}
        </div>
      )}
    </div>
  );
}

function Items({ records, open }: { readonly records: readonly RecordChange[]; readonly open: boolean }) {
  if (records.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-t border-line first:border-t-0">
      {records.map((record, index) => (
        <li key={`${record.id ?? ""}${index}`}>
          <RecordItem record={record} open={open} />
        </li>
      ))}
    </ul>
  );
}
