import { type ReactNode, useState } from "react";

import { useI18n } from "@/i18n";
import { classes } from "./classes";
import { countDiff, type DiffLine } from "./diff";
import { DiffText } from "./DiffText";
import { ForeignText } from "./ForeignText";

const LOOKS = {
  same: { row: "", mark: " ", text: "text-muted" },
  added: { row: "bg-ok-soft", mark: "+", text: "text-fg" },
  removed: { row: "bg-bad-soft", mark: "−", text: "text-fg" },
} as const;

interface DiffRowProps {
  readonly line: DiffLine;
  readonly numbered: boolean;
}

/** One line of a diff, or what is told between its lines. */
export function DiffRow({ line, numbered }: DiffRowProps) {
  const { t, format } = useI18n();
  switch (line.kind) {
    case "gap":
      return <Told>⋯ {numbered && t("decisions.diff.line", { number: String(line.from) })}</Told>;
    case "note":
      return (
        <Told>
          <ForeignText place="name">{line.text}</ForeignText>
        </Told>
      );
    case "cut":
      return <Told loud>{t("decisions.diff.cut", { count: format.number(line.count) })}</Told>;
    case "gone":
      return <Told loud>{t("decisions.diff.gone")}</Told>;
    case "noend":
      return <Told>{t("decisions.diff.noend")}</Told>;
    case "blank":
      return <Blank lines={line.lines} numbered={numbered} />;
  }
  const look = LOOKS[line.kind];
  const number = line.kind === "removed" ? line.before : line.after;
  return (
    <tr className={look.row}>
      <td className="w-px pr-2 pl-3 text-right align-top whitespace-nowrap text-muted select-none tabular-nums">{numbered && number}</td>
      <td className="w-px pr-2 align-top whitespace-nowrap text-fg select-none">
        {look.mark}
        {line.kind !== "same" && <span className="sr-only">{t(`decisions.diff.${line.kind}.mark`)}</span>}
      </td>
      <td className={classes("pr-3 wrap-anywhere whitespace-pre-wrap", look.text)}><DiffText kind={line.kind} text={line.text} /></td>
    </tr>
  );
}

function Told({ loud = false, children }: { readonly loud?: boolean; readonly children: ReactNode }) {
  return (
    <tr className={loud ? "bg-warn-soft text-warn-text" : "text-muted"}>
      <td colSpan={3} className={classes("px-3 wrap-anywhere", !loud && "select-none")}>
        {children}
      </td>
    </tr>
  );
}

/** Blank lines that would push the rest out of sight, told by their number. */
function Blank({ lines, numbered }: { readonly lines: readonly DiffLine[]; readonly numbered: boolean }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  if (open) return lines.map((line, index) => <DiffRow key={index} line={line} numbered={numbered} />);
  const { added, removed } = countDiff(lines);
  return (
    <tr className={added > 0 ? "bg-ok-soft" : removed > 0 ? "bg-bad-soft" : undefined}>
      <td colSpan={3} className="px-3">
        <button type="button" title={t("ui.foreign.open")} onClick={() => setOpen(true)} className="rounded-sm bg-hover px-1.5 font-sans text-muted hover:bg-active hover:text-fg">
          ⋯ {t("ui.foreign.lines", { count: lines.length })}
          {added > 0 && ` ${t("decisions.diff.added", { count: added })}`}
          {removed > 0 && ` ${t("decisions.diff.removed", { count: removed })}`}
        </button>
      </td>
    </tr>
  );
}
