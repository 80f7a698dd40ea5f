import { FilePen, FilePlus } from "lucide-react";
import { useMemo, useState } from "react";

import { useT } from "@/i18n";
import { classes } from "./classes";
import { DiffRow } from "./DiffRow";
import { countDiff, foldBlank, parseDiff } from "./diff";
import { ForeignText } from "./ForeignText";
import { LongBox } from "./LongBox";

interface DiffProps {
  readonly path?: string;
  readonly diff: string;
  readonly isNew?: boolean;
  /** Lines of words instead of lines of a file: not numbered, and set as one reads. */
  readonly prose?: boolean;
}

/** Rows that are drawn at once; more come as somebody reads on. */
const DRAWN = 400;

/** What would change in a file, line by line: marks and words, not colour alone. */
export function Diff({ path, diff, isNew, prose = false }: DiffProps) {
  const t = useT();
  const lines = useMemo(() => parseDiff(diff), [diff]);
  const rows = useMemo(() => foldBlank(lines), [lines]);
  const { added, removed } = useMemo(() => countDiff(lines), [lines]);
  const [drawn, draw] = useState(DRAWN);
  const isWhole = drawn >= rows.length;
  const Icon = isNew ? FilePlus : FilePen;
  return (
    <figure aria-label={path ?? t("decisions.diff.label")} className="overflow-hidden rounded-md border border-line bg-panel">
      <figcaption className="flex items-start gap-2 border-b border-line px-3 py-1.5 text-xs">
        <Icon aria-hidden className="mt-px size-3.5 shrink-0 text-muted" />
        <span className={classes("min-w-0 flex-1 wrap-anywhere", prose ? "font-medium" : "font-mono")}>
          <ForeignText place={prose ? "prose" : "name"}>{path ?? ""}</ForeignText>
        </span>
        {isNew && <span className="shrink-0 text-muted">{t("decisions.diff.new")}</span>}
        {added > 0 && <span className="shrink-0 text-ok-text tabular-nums">{t("decisions.diff.added", { count: added })}</span>}
        {removed > 0 && <span className="shrink-0 text-bad-text tabular-nums">{t("decisions.diff.removed", { count: removed })}</span>}
      </figcaption>
      <LongBox
        label={t("decisions.diff.label")}
        lines={lines.length}
        onEnd={isWhole ? undefined : () => draw(drawn + DRAWN)}
        onWhole={isWhole ? undefined : () => draw(rows.length)}
        className="py-1"
      >
        <DiffTable rows={rows.slice(0, drawn)} prose={prose} />
      </LongBox>
    </figure>
  );
}

interface DiffTableProps {
  readonly rows: ReturnType<typeof parseDiff>;
  readonly prose?: boolean;
}

/** The rows of a diff. */
export function DiffTable({ rows, prose = false }: DiffTableProps) {
  return (
    <table className={classes("w-full border-collapse", prose ? "text-xs leading-5" : "font-mono text-2xs leading-[18px]")}>
      <tbody>
        {rows.map((line, index) => (
          <DiffRow key={index} line={line} numbered={!prose} />
        ))}
      </tbody>
    </table>
  );
}
