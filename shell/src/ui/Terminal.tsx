import { ArrowDownToLine } from "lucide-react";
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";

import { useT } from "@/i18n";
import { type Ink, inked, plain } from "./ansi";
import { Button } from "./Button";
import { classes } from "./classes";
import { CopyButton } from "./CopyButton";

export interface PrintedLine {
  readonly stream: "stdout" | "stderr";
  readonly text: string;
}

interface TerminalProps {
  /** What runs: the line a person would have typed. */
  readonly command: string;
  readonly lines: readonly PrintedLine[];
  /** How many lines before these are no longer shown. */
  readonly dropped?: number;
  /** Whether more may come. */
  readonly live: boolean;
  /** What stands below: how it ended, what it changed. */
  readonly children?: ReactNode;
  readonly className?: string;
}

const INKS: Readonly<Record<Ink, string>> = {
  red: "text-bad-text",
  green: "text-ok-text",
  yellow: "text-warn-text",
  blue: "text-run-text",
  magenta: "text-code-keyword",
  cyan: "text-code-type",
  dim: "text-muted",
};

/** So close to its end counts as being there. */
const NEAR = 24;

/** What a command prints, as it prints it. It follows the end until somebody reads further up. */
export function Terminal({ command, lines, dropped = 0, live, children, className }: TerminalProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const [following, follow] = useState(true);
  const toEnd = () => box.current?.scrollTo?.({ top: box.current.scrollHeight });
  useLayoutEffect(() => {
    if (following) toEnd();
  }, [following, lines]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => follow(element.scrollHeight - element.scrollTop - element.clientHeight < NEAR);
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, []);
  return (
    <figure aria-label={t("ui.terminal")} className={classes("relative overflow-hidden rounded-md border border-line bg-canvas", className)}>
      <figcaption className="flex min-h-7 items-center gap-2 border-b border-line py-0.5 pr-1 pl-3 font-mono text-2xs text-fg">
        <span aria-hidden className="text-muted select-none">
          $
        </span>
        <span className="min-w-0 flex-1 truncate" title={plain(command)}>
          {plain(command)}
        </span>
        <CopyButton text={lines.map(({ text }) => plain(text)).join("\n")} />
      </figcaption>
      <div
        ref={box}
        role="group"
        aria-label={t("ui.terminal.output")}
        aria-busy={live}
        tabIndex={0}
        className="max-h-72 overflow-auto py-1.5 font-mono text-2xs leading-[18px] text-fg -outline-offset-2"
      >
        {dropped > 0 && <p className="px-3 text-muted italic">{t("ui.terminal.dropped", { count: dropped })}</p>}
        {lines.map((line, index) => (
          <Line key={dropped + index} stream={line.stream} text={line.text} />
        ))}
        {lines.length === 0 && <p className="px-3 text-muted">{t(live ? "ui.terminal.waiting" : "ui.terminal.silent")}</p>}
      </div>
      {!following && (
        <Button size="sm" icon={ArrowDownToLine} onClick={() => follow(true)} className="absolute right-3 bottom-2 shadow-float">
          {t("ui.terminal.end")}
        </Button>
      )}
      {children && <div className="border-t border-line bg-panel px-3 py-1.5 text-xs">{children}</div>}
    </figure>
  );
}

const Line = memo(function Line({ stream, text }: PrintedLine) {
  const t = useT();
  const wrong = stream === "stderr";
  return (
    <p className={classes("border-l-2 pr-3 pl-2.5 break-words whitespace-pre-wrap", wrong ? "border-warn bg-warn-soft" : "border-transparent")}>
      {wrong && <span className="sr-only">{t("ui.terminal.stderr")} </span>}
      {inked(text).map((piece, index) => (
        <span key={index} className={classes(piece.ink && INKS[piece.ink], piece.bold && "font-semibold")}>
          {piece.text}
        </span>
      ))}
      {text === "" && " "}
    </p>
  );
});
