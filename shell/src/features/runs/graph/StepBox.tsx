import { useStore } from "@xyflow/react";
import { ChevronsDownUp, ChevronsUpDown, Hand, Repeat2 } from "lucide-react";
import { memo, useEffect, useRef } from "react";

import type { StepStatus, StepView } from "@/api";
import { useT } from "@/i18n";
import { stepDotOf, Ticking } from "@/runs";
import { classes, IconButton, StatusDot } from "@/ui";
import { ICONS } from "../icons";
import { hasParts, isRepetition } from "../steps/tree";
import { countOf, isTimed, nameOf, numberOf, spoken, standingOf, titleOf } from "../steps/words";
import { useGraph } from "./useGraph";

/** Below this, small words cannot be read: a box is its name, written large. */
const LEGIBLE = 0.55;

/** Below this, no word can be read: boxes become blocks of colour. */
const NAMED = 0.25;

const LOOKS: Readonly<Record<StepStatus, string>> = {
  pending: "border-line bg-raised",
  ready: "border-line bg-raised",
  running: "border-run bg-raised",
  waiting: "border-warn bg-warn-soft",
  unknown: "border-warn bg-warn-soft",
  done: "border-line bg-raised",
  failed: "border-bad bg-bad-soft",
  skipped: "border-dashed border-line-strong bg-panel",
};

const NAMES: Readonly<Record<StepStatus, string>> = {
  pending: "border-line-strong bg-raised",
  ready: "border-line-strong bg-raised",
  running: "border-run bg-run-soft",
  waiting: "border-warn bg-warn-soft",
  unknown: "border-warn bg-warn-soft",
  done: "border-ok bg-ok-soft",
  failed: "border-bad bg-bad-soft",
  skipped: "border-dashed border-line-strong bg-panel",
};

const BLOCKS: Readonly<Record<StepStatus, string>> = {
  pending: "border-line-strong bg-active",
  ready: "border-line-strong bg-active",
  running: "border-run bg-run",
  waiting: "border-warn bg-warn",
  unknown: "border-warn bg-warn",
  done: "border-ok bg-ok-soft",
  failed: "border-bad bg-bad",
  skipped: "border-dashed border-line-strong bg-hover",
};

interface StepBoxProps {
  readonly data: { readonly step: StepView; readonly open: boolean };
}

/** One step of the picture: what it is, how it stands, how long it takes. An open one is a frame around its parts. */
export const StepBox = memo(function StepBox({ data: { step, open } }: StepBoxProps) {
  const t = useT();
  const { current, walked, onFocus, onOpen, onToggle } = useGraph();
  const legible = useStore((store) => store.transform[2] >= LEGIBLE);
  const named = useStore((store) => store.transform[2] >= NAMED) && !legible;
  const button = useRef<HTMLButtonElement>(null);
  const here = current === step.place;
  useEffect(() => {
    if (here && walked) button.current?.focus({ preventScroll: true });
  }, [here, walked]);
  const stacked = step.repeats && !isRepetition(step.place) && !open;
  const Icon = ICONS[step.kind];
  const Toggle = open ? ChevronsDownUp : ChevronsUpDown;
  const name = nameOf(step, t);
  const number = numberOf(step.place); // beside the title, so that a long one does not cut it off
  return (
    <div className={classes("group/box pointer-events-auto relative flex size-full flex-col", open && "rounded-lg border border-line-strong")}>
      {stacked && (
        <>
          <span aria-hidden className="absolute inset-x-2 -bottom-1.5 -z-10 h-4 rounded-md border border-line bg-panel" />
          <span aria-hidden className="absolute inset-x-1 -bottom-[3px] -z-10 h-4 rounded-md border border-line bg-panel" />
        </>
      )}
      <button
        ref={button}
        type="button"
        data-place={step.place}
        tabIndex={here ? 0 : -1}
        aria-label={spoken(step, t)}
        onFocus={() => onFocus(step.place)}
        onClick={() => onOpen(step.place)}
        className={classes(
          "flex min-h-0 w-full items-center gap-2.5 text-left outline-offset-2",
          open ? "h-9 shrink-0 rounded-t-lg px-3 hover:bg-hover" : "h-full rounded-md border px-2.5 shadow-raised hover:border-line-strong",
          !open && (legible ? LOOKS : named ? NAMES : BLOCKS)[step.status],
          hasParts(step) && "pr-9",
        )}
      >
        {named && (
          <span className={classes("line-clamp-2 min-w-0 flex-1 text-xl/6 font-medium break-words", step.status === "skipped" ? "text-muted" : "text-fg")}>{name}</span>
        )}
        {legible && (
          <>
            <Icon aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className={classes("flex gap-[1ch] text-sm font-medium", step.status === "skipped" ? "text-muted line-through decoration-faint" : "text-fg")}>
                <span className="truncate">{titleOf(step)}</span>
                {number !== undefined && <span className="shrink-0 tabular-nums">{number}</span>}
              </span>
              {!open && <Standing step={step} />}
            </span>
            <Marks step={step} />
            <StatusDot status={stepDotOf(step.status)} className="size-3" />
          </>
        )}
      </button>
      {(legible || named) && hasParts(step) && (
        <IconButton
          icon={Toggle}
          size="sm"
          tabIndex={-1}
          label={t(open ? "steps.close" : "steps.open", { step: name })}
          onClick={() => onToggle(step)}
          className={classes("absolute right-1.5", open ? "top-1.5" : "top-4")}
        />
      )}
    </div>
  );
});

/** The second line: how far, how long, or how it stands. */
function Standing({ step }: { readonly step: StepView }) {
  const t = useT();
  const count = countOf(step, t);
  return (
    <span className="flex gap-1.5 truncate text-xs text-muted tabular-nums">
      {count !== undefined && <span>{count}</span>}
      {isTimed(step) ? <Ticking from={step.started_at} to={step.finished_at} /> : count === undefined && <span className="truncate">{standingOf(step, t)}</span>}
    </span>
  );
}

function Marks({ step }: { readonly step: StepView }) {
  return (
    <>
      {step.attempt > 1 && (
        <span className="flex items-center gap-0.5 text-2xs text-muted tabular-nums">
          <Repeat2 aria-hidden className="size-3" />
          {step.attempt}
        </span>
      )}
      {(step.stops_before || step.stops_after) && <Hand aria-hidden className="size-3.5 shrink-0 text-muted" />}
    </>
  );
}
