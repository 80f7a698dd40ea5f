import { useT } from "@/i18n";
import { ForeignText } from "./ForeignText";

interface DiffTextProps {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** A few blanks at the end of a line; more are folded and counted. */
const TRAILING = /(?<![ \t])[ \t]{1,32}$/;

/** The words of a line of a diff; blanks at the end of one that comes or goes are tinted, or nobody would see them. */
export function DiffText({ kind, text }: DiffTextProps) {
  const t = useT();
  if (text === "") return " ";
  const blanks = kind === "same" ? "" : (TRAILING.exec(text)?.[0] ?? "");
  const words = text.slice(0, text.length - blanks.length);
  return (
    <>
      {words !== "" && <ForeignText place="marked">{words}</ForeignText>}
      {blanks !== "" && (
        <span role="img" aria-label={t("decisions.diff.trailing")} title={t("decisions.diff.trailing")} className="rounded-sm bg-warn/40">
          {blanks}
        </span>
      )}
    </>
  );
}
