import { CornerDownRight, FolderLock, OctagonAlert, RefreshCw, ShieldCheck } from "lucide-react";

import { useT } from "@/i18n";
import { CallRow } from "./CallRow";
import type { Chat, Note, RunView, Step, Trace } from "../model";
import { isAnswer } from "../select";
import { SubAgent } from "./SubAgent";
import { Thought } from "./Thought";

/** Every step of a run in the order it happened: thoughts, calls, sub-agents, remarks. */
export function TraceList({ chat, view }: { readonly chat: Chat; readonly view: RunView }) {
  return (
    <ol className="mt-1 ml-[7px] flex flex-col gap-1 border-l border-line pl-3.5">
      {view.trace.map((part) => (
        <TracePart key={keyOf(part)} chat={chat} view={view} part={part} />
      ))}
    </ol>
  );
}

function keyOf(part: Trace): string {
  switch (part.kind) {
    case "step":
      return `step ${part.index}`;
    case "call":
      return part.id;
    case "child":
      return part.run;
    case "note":
      return part.seq;
  }
}

interface TracePartProps {
  readonly chat: Chat;
  readonly view: RunView;
  readonly part: Trace;
}

function TracePart({ chat, view, part }: TracePartProps) {
  switch (part.kind) {
    case "step": {
      const step = view.steps.find((each) => each.index === part.index);
      return step ? <StepPart step={step} /> : null;
    }
    case "call": {
      const call = view.calls[part.id];
      return call ? <CallRow call={call} run={view.id} waits={view.run.status === "waiting"} /> : null;
    }
    case "child": {
      const child = chat.runs[part.run];
      return child ? <SubAgent chat={chat} view={child} /> : null;
    }
    case "note":
      return <Remark note={part.note} />;
  }
}

function StepPart({ step }: { readonly step: Step }) {
  const said = isAnswer(step) ? "" : step.text;
  if (step.thought === "" && said === "") return null;
  return (
    <>
      {step.thought !== "" && <Thought text={step.thought} live={!step.complete} />}
      {said !== "" && (
        <li className="py-0.5 text-sm text-fg">
          <span className="whitespace-pre-wrap">{said}</span>
        </li>
      )}
    </>
  );
}

/** Remarks that have no place of their own in the turn. */
function Remark({ note }: { readonly note: Note }) {
  const t = useT();
  switch (note.kind) {
    case "outside":
      return (
        <li className="flex items-center gap-2 py-0.5 text-warn-text">
          <FolderLock aria-hidden className="size-3.5 shrink-0" />
          {t("chat.note.outside", { target: note.target })}
        </li>
      );
    case "refused":
      return (
        <li className="flex items-center gap-2 py-0.5 text-warn-text">
          <ShieldCheck aria-hidden className="size-3.5 shrink-0" />
          {t("chat.note.refused", { rules: note.rules.join(" ") })}
        </li>
      );
    case "stopped":
      return (
        <li className="flex items-center gap-2 py-0.5 text-warn-text">
          <OctagonAlert aria-hidden className="size-3.5 shrink-0" />
          {note.reason}
        </li>
      );
    case "restarted":
      return (
        <li className="flex items-center gap-2 py-0.5">
          <RefreshCw aria-hidden className="size-3.5 shrink-0" />
          {t("chat.note.restarted")}
        </li>
      );
    case "steered":
      return (
        <li className="flex items-center gap-2 py-0.5">
          <CornerDownRight aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate">
            {t("chat.steered")}: {note.message}
          </span>
        </li>
      );
    default:
      return null;
  }
}
