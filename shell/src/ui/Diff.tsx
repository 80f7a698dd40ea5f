import { FilePen, FilePlus } from "lucide-react";
import { useMemo, useState } from "react";

import { useT } from "@/i18n";
import { Button } from "./Button";
import { classes } from "./classes";
import { countDiff, type DiffLine, parseDiff } from "./diff";

interface DiffProps {
  readonly path?: string;
  readonly diff: string;
  readonly isNew?: boolean;
  /** How many lines are shown before "show all". */
  readonly limit?: number;
  /** Lines of words instead of lines of a file: not numbered, and set as one reads. */
  readonly prose?: boolean;
  /** Whether what stands around it says which file it is already. */
  readonly bare?: boolean;
}

const LOOKS = {
  same: { row: "", mark: " ", text: "text-muted" },
  added: { row: "bg-ok-soft", mark: "+", text: "text-fg" },
  removed: { row: "bg-bad-soft", mark: "−", text: "text-fg" },
} as const;

/** What would change in a file, line by line: marks and words, not colour alone. */
export function Diff({ path, diff, isNew, limit = 60, prose = false, bare = false }: DiffProps) {
  const t = useT();
  const lines = useMemo(() => parseDiff(diff), [diff]);
  const { added, removed } = useMemo(() => countDiff(lines), [lines]);
  const [whole, setWhole] = useState(false);
  const shown = whole ? lines : lines.slice(0, limit);
  const Icon = isNew ? FilePlus : FilePen;
  return (
    <figure aria-label={path ?? t("decisions.diff.label")} className="overflow-hidden rounded-md border border-line bg-panel">
      {!bare && (
        <figcaption className="flex items-center gap-2 border-b border-line px-3 py-1.5 text-xs">
          <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
          <span className={classes("min-w-0 flex-1 truncate", prose ? "font-medium" : "font-mono")} title={path}>
            {path}
          </span>
          {isNew && <span className="shrink-0 text-muted">{t("decisions.diff.new")}</span>}
          {added > 0 && (
            <span className="shrink-0 text-ok-text tabular-nums">{t("decisions.diff.added", { count: added })}</span>
          )}
          {removed > 0 && (
            <span className="shrink-0 text-bad-text tabular-nums">{t("decisions.diff.removed", { count: removed })}</span>
          )}
        </figcaption>
      )}
      <div
        tabIndex={0}
        role="group"
        aria-label={t("decisions.diff.label")}
        className={classes("max-h-80 overflow-auto py-1 -outline-offset-2", prose ? "text-xs leading-5" : "font-mono text-2xs leading-[18px]")}
      >
        <table className="w-full border-collapse">
          <tbody>
            {shown.map((line, index) => (
              <DiffRow key={index} line={line} numbered={!prose} />
            ))}
          </tbody>
        </table>
        {shown.length < lines.length && (
          <Button tone="quiet" size="sm" className="mx-2 my-1 font-sans" onClick={() => setWhole(true)}>
            {t("decisions.diff.more", { count: lines.length - shown.length })}
          </Button>
        )}
      </div>
    </figure>
  );
}

function DiffRow({ line, numbered }: { readonly line: DiffLine; readonly numbered: boolean }) {
  const t = useT();
  if (line.kind === "gap") {
    return (
      <tr className="text-muted">
        <td colSpan={3} className="px-3 select-none">
          ⋯ {numbered && t("decisions.diff.line", { number: String(line.from) })}
        </td>
      </tr>
    );
  }
  const look = LOOKS[line.kind];
  const number = line.kind === "removed" ? line.before : line.after;
  return (
    <tr className={look.row}>
      <td className="w-px pr-2 pl-3 text-right text-muted select-none tabular-nums">{numbered && number}</td>
      <td className="w-px pr-2 text-fg select-none">
        {look.mark}
        {line.kind !== "same" && <span className="sr-only">{t(`decisions.diff.${line.kind}.mark`)}</span>}
      </td>
      <td className={classes("pr-3 break-words whitespace-pre-wrap", look.text)}>{line.text || " "}</td>
    </tr>
  );
}
