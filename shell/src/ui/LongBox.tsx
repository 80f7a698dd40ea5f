import { ArrowDownToLine } from "lucide-react";
import type { ReactNode } from "react";

import { useI18n } from "@/i18n";
import { Button } from "./Button";
import { classes } from "./classes";
import { UNSEEN } from "./unseen";
import { useEnd } from "./useEnd";

interface LongBoxProps {
  readonly label: string;
  /** How many lines, rows or records are inside. */
  readonly lines: number;
  /** Draws more of it; given while not all of it is drawn. */
  readonly onEnd?: () => void;
  /** Draws all of it, for who wants to see its end at once. */
  readonly onWhole?: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** So much of the screen, and no more, is taken by what may be very long. */
const HEIGHT = "max-h-[max(20rem,50vh)]";

/** What would scroll sideways elsewhere, such as code or a table in a text, is broken here: its end is below, not beside. */
const NEVER_WIDE = "[&_pre]:wrap-anywhere [&_pre]:whitespace-pre-wrap [&_td]:wrap-anywhere [&_th]:wrap-anywhere";

/**
 * Contents that may be long: they scroll down, never sideways, say how much there is and lead to their end. Until the
 * end was on the screen, what is decided here cannot be approved.
 */
export function LongBox({ label, lines, onEnd, onWhole, className, children }: LongBoxProps) {
  const { t, format } = useI18n();
  const { box, content, end, isLong, isUnseen, span } = useEnd(onEnd);
  const toEnd = () => {
    onWhole?.();
    // What is drawn for this is there in the next frame.
    requestAnimationFrame(() => {
      box.current?.scrollTo({ top: box.current.scrollHeight });
      box.current?.focus({ preventScroll: true });
    });
  };
  const first = Math.min(lines, Math.floor(span[0] * lines) + 1);
  const last = Math.min(lines, Math.ceil(span[1] * lines));
  return (
    <div className="flex min-h-0 flex-col">
      <div
        ref={box}
        // What scrolls is reached with the keyboard; what does not is no stop on the way.
        tabIndex={isLong ? 0 : undefined}
        role="group"
        aria-label={label}
        {...(isUnseen ? UNSEEN : undefined)}
        onKeyDown={(event) => event.key === "End" && event.target === event.currentTarget && toEnd()}
        className={classes("relative overflow-x-hidden overflow-y-auto -outline-offset-2", NEVER_WIDE, HEIGHT, className)}
      >
        <div ref={content}>
          {children}
          <span ref={end} aria-hidden className="block h-px" />
        </div>
      </div>
      {isLong && (
        <p className="flex min-h-7 items-center gap-2 border-t border-line px-3 py-0.5 font-sans text-xs text-muted">
          <span className="min-w-0 flex-1 tabular-nums">
            {t("ui.long.lines", { first: format.number(first), last: format.number(last), all: format.number(lines) })}
            {isUnseen && <span className="text-warn-text"> · {t("ui.long.unseen")}</span>}
          </span>
          <Button tone="quiet" size="sm" icon={ArrowDownToLine} onClick={toEnd}>
            {t("ui.long.end")}
          </Button>
        </p>
      )}
    </div>
  );
}
