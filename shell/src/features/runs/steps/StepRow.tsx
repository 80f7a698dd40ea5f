import { ChevronRight, Hand, Repeat2 } from "lucide-react";

import type { StepView } from "@/api";
import { useT } from "@/i18n";
import { stepDotOf, Ticking } from "@/runs";
import { classes, IconButton, StatusDot } from "@/ui";
import { ICONS } from "../icons";
import { Doing } from "./Doing";
import type { Branch } from "./tree";
import { countOf, isTimed, nameOf, spoken, standingOf } from "./words";

interface StepRowProps {
  readonly branch: Branch;
  readonly shown: boolean;
  readonly onOpen: (place: string) => void;
  readonly onToggle: (step: StepView) => void;
}

const INDENT = 20;

/** One step of the list. Right opens its parts, left closes them, Enter shows its details. */
export function StepRow({ branch: { step, level, open }, shown, onOpen, onToggle }: StepRowProps) {
  const t = useT();
  const Icon = ICONS[step.kind];
  const name = nameOf(step, t);
  return (
    <div
      className={classes("flex min-h-11 items-center border-b border-line pr-4", shown ? "bg-accent-soft" : "hover:bg-hover")}
      style={{ paddingLeft: 8 + level * INDENT }}
      onKeyDown={(event) => {
        if ((event.key === "ArrowRight" && open === false) || (event.key === "ArrowLeft" && open === true)) onToggle(step);
      }}
    >
      {open === undefined ? (
        <span className="w-6 shrink-0" />
      ) : (
        <IconButton
          icon={ChevronRight}
          size="sm"
          label={t(open ? "steps.close" : "steps.open", { step: name })}
          aria-expanded={open}
          onClick={() => onToggle(step)}
          className={open ? "rotate-90" : ""}
        />
      )}
      <button
        type="button"
        data-place={step.place}
        aria-label={spoken(step, t)}
        onClick={() => onOpen(step.place)}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-sm px-1 py-2 text-left text-sm"
      >
        <StatusDot status={stepDotOf(step.status)} />
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate">
          <span className={step.status === "skipped" ? "text-muted line-through decoration-faint" : "text-fg"}>{name}</span>
          <Doing step={step} className="ml-2 text-xs text-muted max-sm:hidden" />
        </span>
        <span className="flex shrink-0 items-center gap-3 text-xs text-muted tabular-nums">
          {(step.stops_before || step.stops_after) && <Hand aria-hidden className="size-3.5" />}
          {step.attempt > 1 && (
            <span className="flex items-center gap-0.5">
              <Repeat2 aria-hidden className="size-3.5" />
              {step.attempt}
            </span>
          )}
          {countOf(step, t)}
          {isTimed(step) && <Ticking from={step.started_at} to={step.finished_at} />}
          <span className={classes("min-w-16 text-right", step.status === "waiting" && "font-medium text-warn-text")}>{standingOf(step, t)}</span>
        </span>
      </button>
    </div>
  );
}
