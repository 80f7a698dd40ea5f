import { ChevronRight, MessageSquarePlus, Square } from "lucide-react";
import { type FormEvent, useState } from "react";

import { type RunStatus, useCancelRun, usePersonas, useSteerRun } from "@/api";
import { messageOf, nameOf, useI18n } from "@/i18n";
import { classes, IconButton, Input, Markdown, type Status, StatusDot, toast } from "@/ui";
import { AgentIcon } from "../AgentIcon";
import type { Chat, RunView } from "../model";
import { activityText } from "./Reasoning";
import { activityOf, answerOf, isFinal, tokensOf } from "../select";
import { TraceList } from "./TraceList";
import { useElapsed } from "./useElapsed";

const DOTS: Readonly<Record<RunStatus, Status>> = {
  queued: "idle",
  executing: "run",
  waiting: "wait",
  paused: "off",
  done: "ok",
  done_with_failures: "warn",
  failed: "bad",
  cancelled: "off",
};

/** A sub-agent at work: who, on what, how far, and the means to stop or steer it. */
export function SubAgent({ chat, view }: { readonly chat: Chat; readonly view: RunView }) {
  const { t, format } = useI18n();
  const { data: agents = [] } = usePersonas();
  const cancel = useCancelRun();
  const [open, setOpen] = useState(false);
  const [steering, setSteering] = useState(false);
  const over = isFinal(view.run.status);
  const elapsed = useElapsed(view.run.started_at, view.run.finished_at, !over);
  const agent = agents.find((each) => each.id === view.run.agent);
  const name = agent ? nameOf(agent, t) : (view.run.agent ?? "");
  const answer = answerOf(chat, view);
  const tokens = tokensOf(view);
  const state = over ? t(`status.${view.run.status}`) : activityText(activityOf(view), t);
  return (
    <li className="my-0.5 rounded-md border border-line bg-panel">
      <div className="flex items-center gap-1 pr-1.5">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-md px-2.5 py-1.5 text-left hover:text-fg"
        >
          <StatusDot status={DOTS[view.run.status]} label={t(`status.${view.run.status}`)} />
          <AgentIcon agent={agent} />
          <span className="min-w-0 flex-1">
            <span className="block truncate">
              <span className="font-medium text-fg">{name}</span> {view.run.title}
            </span>
            <span className="block truncate text-2xs tabular-nums">
              {[state, format.duration(elapsed), tokens > 0 && t("chat.tokens", { count: tokens })].filter(Boolean).join(" · ")}
            </span>
          </span>
          <ChevronRight aria-hidden className={classes("size-3 shrink-0 transition-transform duration-100", open && "rotate-90")} />
        </button>
        {!over && (
          <>
            <IconButton
              size="sm"
              icon={MessageSquarePlus}
              label={t("chat.child.steer", { agent: name })}
              pressed={steering}
              onClick={() => setSteering(!steering)}
            />
            <IconButton
              size="sm"
              icon={Square}
              label={t("chat.child.stop", { agent: name })}
              onClick={() => cancel.mutate(view.id, { onError: (error) => toast.error(error.message || t("error.network")) })}
            />
          </>
        )}
      </div>
      {steering && !over && <Steer run={view.id} label={t("chat.child.steer", { agent: name })} onDone={() => setSteering(false)} />}
      {open && (
        <div className="px-2.5 pb-2">
          <TraceList chat={chat} view={view} />
          {answer !== "" && (
            <div className="mt-1.5 text-sm text-fg">
              <Markdown live={!over}>{answer}</Markdown>
            </div>
          )}
          {view.run.error && <p className="mt-1 text-bad-text">{messageOf(view.run.error, t)}</p>}
        </div>
      )}
    </li>
  );
}

interface SteerProps {
  readonly run: string;
  readonly label: string;
  readonly onDone: () => void;
}

function Steer({ run, label, onDone }: SteerProps) {
  const { t } = useI18n();
  const steer = useSteerRun();
  const [words, setWords] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() === "") return;
    steer.mutate(
      { id: run, message: words.trim() },
      {
        onSuccess: () => {
          toast(t("chat.steer.sent"));
          onDone();
        },
        onError: (error) => toast.error(error.message || t("error.network")),
      },
    );
  };
  return (
    <form onSubmit={send} className="px-2.5 pb-2">
      <Input
        autoFocus
        value={words}
        aria-label={label}
        placeholder={t("chat.child.steer.placeholder")}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onDone()}
      />
    </form>
  );
}
