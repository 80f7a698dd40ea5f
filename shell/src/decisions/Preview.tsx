import type { Preview as Facts } from "@/api";
import { useT } from "@/i18n";
import { classes, Diff, ForeignText, JsonTree, LongBox } from "@/ui";
import { CommandPreview } from "./CommandPreview";
import { documentIn } from "./json";
import { PatchPreview } from "./PatchPreview";
import { RecordsPreview } from "./records/RecordsPreview";

interface PreviewProps {
  readonly preview: Facts;
  /** Whether somebody decided already. */
  readonly decided?: boolean;
}

/** What an approval is about, as a person can judge it: diffs, a command, rows, words, or what goes with it. */
export function Preview({ preview, decided }: PreviewProps) {
  switch (preview.type) {
    case "diff":
      return <Diff path={preview.path} diff={preview.diff} isNew={preview.is_new} />;
    case "patch":
      return <PatchPreview patch={preview} />;
    case "command":
      return <CommandPreview command={preview} decided={decided} />;
    case "table":
      return <Rows columns={preview.columns} rows={preview.rows} total={preview.total} />;
    case "text": {
      const data = documentIn(preview.text);
      // A step that is given nothing has nothing to show for it.
      if (data !== undefined) return isEmpty(data) ? null : <Data value={data} />;
      return <Words>{preview.text}</Words>;
    }
    case "records":
      return <RecordsPreview preview={preview} decided={decided} />;
    case "cascade":
      return <CascadeList counts={preview.counts} examples={preview.examples} />;
    case "options":
      // The question is the card's title, its options are the card's buttons.
      return null;
  }
}

const isEmpty = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** A text as it is written, down to each sign: what formatting would leave out could be what matters. */
function Words({ children }: { readonly children: string }) {
  const t = useT();
  return (
    <div className="overflow-hidden rounded-md border border-line bg-panel">
      <LongBox label={t("decisions.text")} lines={children.split("\n").length} className="px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap">
        <ForeignText>{children}</ForeignText>
      </LongBox>
    </div>
  );
}

/** A document, all of it open: whoever decides sees what is inside. */
function Data({ value }: { readonly value: unknown }) {
  const t = useT();
  return (
    <div className="overflow-hidden rounded-md border border-line bg-panel">
      <LongBox label={t("decisions.text")} lines={JSON.stringify(value, null, 1).split("\n").length}>
        <JsonTree whole value={value} label={t("decisions.data")} className="rounded-none border-0" />
      </LongBox>
    </div>
  );
}

interface RowsProps {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly total: number;
}

function Rows({ columns, rows, total }: RowsProps) {
  const t = useT();
  return (
    <div className="overflow-hidden rounded-md border border-line bg-panel text-xs">
      <LongBox label={t("decisions.rows")} lines={rows.length}>
        <table className="w-full border-collapse tabular-nums">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className="border-b border-line px-3 py-1.5 text-left font-medium text-muted">
                  <ForeignText>{column}</ForeignText>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, place) => (
                  <td key={place} className={classes("px-3 py-1.5 align-top wrap-anywhere whitespace-pre-wrap", place === 0 && columns.length === 2 ? "min-w-24" : "min-w-8")}>
                    <Cell value={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </LongBox>
      {total > rows.length && (
        <p className="border-t border-line px-3 py-1.5 text-muted">
          {t("decisions.more.rows", { count: total - rows.length })}
        </p>
      )}
    </div>
  );
}

/** What has no blank, such as an address or a path, is looked at letter by letter. */
function Cell({ value }: { readonly value: unknown }) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return <ForeignText place={/\s/.test(text) ? "prose" : "code"}>{text}</ForeignText>;
}

interface CascadeListProps {
  readonly counts: Readonly<Record<string, number>>;
  readonly examples: readonly string[];
}

function CascadeList({ counts, examples }: CascadeListProps) {
  const t = useT();
  return (
    <div className="rounded-md border border-line bg-panel px-3 py-2 text-xs">
      <p className="font-medium">{t("decisions.cascade")}</p>
      <ul className="mt-1 text-muted">
        {Object.entries(counts).map(([kind, count]) => (
          <li key={kind} className="tabular-nums">
            {count} × <ForeignText>{kind}</ForeignText>
          </li>
        ))}
        {examples.map((example) => (
          <li key={example} className="font-mono wrap-anywhere">
            <ForeignText place="name">{example}</ForeignText>
          </li>
        ))}
      </ul>
    </div>
  );
}
