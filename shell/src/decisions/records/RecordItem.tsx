import { ChevronRight, Link2, Link2Off, type LucideIcon, Pencil, Plus, Trash2 } from "lucide-react";

import { useI18n } from "@/i18n";
import { classes, ForeignText } from "@/ui";
import { CascadeFacts } from "./CascadeFacts";
import { FieldChanges } from "./FieldChanges";
import { kindWord, type RecordChange } from "./records";
import { Warnings } from "./Warnings";

const ICONS: Readonly<Record<RecordChange["op"], LucideIcon>> = {
  create: Plus,
  update: Pencil,
  delete: Trash2,
  link: Link2,
  unlink: Link2Off,
};

/** One record that would be made, edited or removed: which, where it stands, and what becomes of it. */
export function RecordItem({ record, open }: { readonly record: RecordChange; readonly open: boolean }) {
  const { t, locale } = useI18n();
  const Icon = ICONS[record.op];
  const going = record.op === "delete";
  const hasMore = record.fields.length > 0 || record.cascade !== null || record.warnings.length > 0;
  const head = (
    <>
      <Icon aria-hidden className={classes("mt-[3px] size-3.5 shrink-0", going ? "text-bad" : record.op === "create" ? "text-ok" : "text-muted")} />
      <span className="min-w-0 flex-1">
        <span className="text-sm break-words">
          <span className={going ? "font-medium text-bad-text" : "text-muted"}>
            {t(`records.op.${record.op}`)} · {kindWord(record.kind, t, locale)}
          </span>{" "}
          <span className="font-medium text-fg">
            <ForeignText still>{record.title}</ForeignText>
          </span>
          {record.id && <span className="ml-1.5 font-mono text-2xs text-muted">{record.id}</span>}
        </span>
        {record.path.length > 0 && <span className="block text-xs break-words text-muted"><ForeignText still>{record.path.join(" › ")}</ForeignText></span>}
      </span>
    </>
  );
  if (!hasMore) return <div className="flex items-start gap-2 px-3 py-2">{head}</div>;
  return (
    <details open={open} className="group/record">
      <summary className="flex list-none items-start gap-2 px-3 py-2 -outline-offset-2 hover:bg-hover">
        {head}
        <ChevronRight aria-hidden className="mt-[3px] size-3.5 shrink-0 text-muted transition-transform duration-100 group-open/record:rotate-90" />
      </summary>
      <div className="flex flex-col gap-2 pr-3 pb-2.5 pl-[34px]">
        {record.fields.length > 0 && <FieldChanges fields={record.fields} fresh={record.op === "create"} />}
        {record.cascade && <CascadeFacts cascade={record.cascade} />}
        <Warnings warnings={record.warnings} />
      </div>
    </details>
  );
}
