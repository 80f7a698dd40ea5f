import { ChevronRight } from "lucide-react";
import { useState } from "react";

import { messageOf, useI18n } from "@/i18n";
import { commandOf, executedOf, LiveOutput, sentenceOf } from "@/runs";
import { classes, type Status, StatusDot } from "@/ui";
import { CallDetail } from "./CallDetail";
import { CallTitle } from "./CallTitle";
import type { CallStatus, CallView } from "../model";

const DOTS: Readonly<Record<CallStatus, Status>> = { wished: "idle", running: "run", done: "ok", failed: "bad" };

interface CallRowProps {
  readonly call: CallView;
  /** The run it belongs to. */
  readonly run: string;
  /** Whether its run stands still for a decision. */
  readonly waits: boolean;
}

/** One use of a capability on one line; unfolds into what went in and what came out. */
export function CallRow({ call, run, waits }: CallRowProps) {
  const { t, format } = useI18n();
  const [open, setOpen] = useState(false);
  const status = call.status === "wished" && waits ? "wait" : DOTS[call.status];
  const gist = gistOf(call.params);
  const command = commandOf(call.params);
  const label = t(
    status === "wait"
      ? "status.waiting"
      : call.status === "wished"
        ? "status.queued"
        : call.status === "running"
          ? "status.executing"
          : `status.${call.status}`,
  );
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex h-6 w-full items-center gap-2 rounded-sm text-left hover:text-fg"
      >
        <StatusDot status={status} label={label} />
        <span className="min-w-0 flex-1 truncate">
          <span className="text-fg">
            <CallTitle call={call} />
          </span>
          {gist && <span className="ml-1.5 font-mono text-2xs">{gist}</span>}
        </span>
        {call.result !== null && <span className="shrink-0 text-2xs tabular-nums">{format.duration(call.result.duration_ms)}</span>}
        <ChevronRight aria-hidden className={classes("size-3 shrink-0 transition-transform duration-100", open && "rotate-90")} />
      </button>
      {call.progress && (
        <p className="flex items-center gap-2 pb-1 pl-[18px] text-2xs">
          {call.progress.message}
          {call.progress.fraction !== null && (
            <progress max={1} value={call.progress.fraction} className="h-1 w-24 accent-accent" aria-label={call.progress.message} />
          )}
        </p>
      )}
      {command !== null && (call.printed !== undefined || executedOf(call.result) !== null) && (
        <div className="pt-1 pb-1.5 pl-[18px]">
          <LiveOutput command={command} printed={call.printed} result={call.result} run={run} call={call.id} />
        </div>
      )}
      {call.result?.error && !open && <p className="pb-1 pl-[18px] text-bad-text">{sentenceOf(messageOf(call.result.error, t))}</p>}
      {open && <CallDetail call={call} />}
    </li>
  );
}

/** The one parameter that says most: a path or some words. */
function gistOf(params: Readonly<Record<string, unknown>>): string {
  const named = params.path ?? params.name ?? params.query ?? params.pattern;
  const first = typeof named === "string" ? named : Object.values(params).find((value) => typeof value === "string");
  return typeof first === "string" ? first.split("\n", 1)[0]?.slice(0, 80) ?? "" : "";
}
