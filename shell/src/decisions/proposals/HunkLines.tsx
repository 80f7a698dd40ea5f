import { Fragment } from "react";

import { useT } from "@/i18n";
import { classes, type DiffHunk, type DiffSide, DiffText, sidesOf } from "@/ui";

interface HunkLinesProps {
  readonly hunk: DiffHunk;
  /** Before and after beside each other, or one below the other. */
  readonly split: boolean;
}

/** The lines of one piece of a diff. */
export function HunkLines({ hunk, split }: HunkLinesProps) {
  return (
    <table className="w-full table-fixed border-collapse font-mono text-2xs leading-[18px]">
      {split && (
        <colgroup>
          {[0, 1].map((side) => (
            <Fragment key={side}>
              <col className="w-12" />
              <col className="w-4" />
              <col />
            </Fragment>
          ))}
        </colgroup>
      )}
      <tbody>{split ? sidesOf(hunk).map((row, index) => <SplitRow key={index} row={row} />) : <Unified hunk={hunk} />}</tbody>
    </table>
  );
}

const LOOKS = {
  same: { row: "", mark: " ", text: "text-muted" },
  added: { row: "bg-ok-soft", mark: "+", text: "text-fg" },
  removed: { row: "bg-bad-soft", mark: "−", text: "text-fg" },
} as const;

function Unified({ hunk }: { readonly hunk: DiffHunk }) {
  return hunk.lines.map((line, index) => (
    <tr key={index} className={LOOKS[line.kind].row}>
      <Cells kind={line.kind} number={line.kind === "removed" ? line.before : line.after} text={line.text} />
    </tr>
  ));
}

function SplitRow({ row }: { readonly row: DiffSide }) {
  return (
    <tr>
      <Half side={row.before} kind={row.same ? "same" : "removed"} />
      <Half side={row.after} kind={row.same ? "same" : "added"} edge />
    </tr>
  );
}

interface HalfProps {
  readonly side: DiffSide["before"];
  readonly kind: keyof typeof LOOKS;
  readonly edge?: boolean;
}

function Half({ side, kind, edge = false }: HalfProps) {
  if (side === null) return <td colSpan={3} className={classes("bg-hover", edge && "border-l border-line")} />;
  return <Cells kind={kind} number={side.number} text={side.text} edge={edge} tinted />;
}

interface CellsProps {
  readonly kind: keyof typeof LOOKS;
  readonly number: number;
  readonly text: string;
  readonly edge?: boolean;
  readonly tinted?: boolean;
}

function Cells({ kind, number, text, edge = false, tinted = false }: CellsProps) {
  const t = useT();
  const look = LOOKS[kind];
  const row = tinted && look.row;
  return (
    <>
      <td className={classes("w-12 pr-2 pl-1 text-right align-top text-muted select-none tabular-nums", row, edge && "border-l border-line")}>{number}</td>
      <td className={classes("w-4 align-top text-fg select-none", row)}>
        {look.mark}
        {kind !== "same" && <span className="sr-only">{t(`decisions.diff.${kind}.mark`)}</span>}
      </td>
      <td className={classes("pr-3 align-top wrap-anywhere whitespace-pre-wrap", look.text, row)}><DiffText kind={kind} text={text} /></td>
    </>
  );
}
