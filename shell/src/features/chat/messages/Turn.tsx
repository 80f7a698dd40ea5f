import { BrainCircuit, ShieldAlert } from "lucide-react";
import { Suspense, useRef } from "react";

import { usePersonas } from "@/api";
import { ApprovalCard, ChangeList, Proposals } from "@/decisions";
import { nameOf, residentName, useT } from "@/i18n";
import { isGuarded } from "@/runs";
import { Badge, Markdown, Tooltip } from "@/ui";
import { AgentIcon } from "../AgentIcon";
import type { Chat, Note, RunView } from "../model";
import { answerOf, approvalsOf, isTold, proposingRuns, unaskedChanges } from "../select";
import type { Outgoing } from "../outgoing";
import { UnderstoodRow } from "../understood";
import { ArtifactCards } from "./ArtifactCards";
import { Reasoning } from "./Reasoning";
import { ShownPlan } from "./ShownPlan";
import { TurnActions } from "./TurnActions";
import { TurnEnd } from "./TurnEnd";
import { UserMessage } from "./UserMessage";

interface TurnProps {
  readonly chat: Chat;
  readonly run: string;
  /** Whether nothing was said after it. */
  readonly last: boolean;
  readonly onAsk: (words: Outgoing) => void;
}

type NoteOf<K extends Note["kind"]> = Extract<Note, { kind: K }>;

function notesOf<K extends Note["kind"]>(view: RunView, kind: K): readonly NoteOf<K>[] {
  return view.trace.flatMap((part) =>
    part.kind === "note" && part.note.kind === kind ? [part.note as NoteOf<K>] : [],
  );
}

/** One answer with how it came about: work, decisions, words, end. */
export function Turn({ chat, run, last, onAsk }: TurnProps) {
  const t = useT();
  const words = useRef<HTMLDivElement>(null);
  const { data: agents = [] } = usePersonas();
  const view = chat.runs[run];
  if (view === undefined) return <Orphan chat={chat} run={run} />;
  const answer = answerOf(chat, view);
  const message = view.answer === null ? undefined : chat.messages[view.answer];
  // How a plan goes, and what it waits for, is seen on its card.
  const planned = view.run.kind === "plan";
  const folded = [...new Map(notesOf(view, "folded").map((note) => [note.what, note])).values()];
  const whoIs = (id: string | null) => agents.find((agent) => agent.id === id);
  const called = (id: string | null) => {
    const agent = whoIs(id);
    return agent ? nameOf(agent, t) : id === null ? undefined : residentName(id);
  };
  return (
    <article aria-label={called(view.run.agent)} className="group/turn flex flex-col gap-2.5">
      {folded.map((note) => (
        <Folded key={note.what} note={note} />
      ))}
      {view.run.agent !== chat.about.agent && (
        <p className="-mb-1 flex items-center gap-1.5 text-xs font-medium">
          <AgentIcon agent={whoIs(view.run.agent)} />
          {called(view.run.agent)}
        </p>
      )}
      {!planned && (
        <Reasoning chat={chat} view={view}>
          {notesOf(view, "recalled").map((note, index) => (
            <Recalled key={index} note={note} />
          ))}
        </Reasoning>
      )}
      {notesOf(view, "steered").map((note, index) => (
        <UserMessage key={index} message={{ content: note.message, refs: [] }} />
      ))}
      {isTold(view) && (
        <Suspense>
          <UnderstoodRow chat={chat} view={view} last={last} onAsk={onAsk} />
        </Suspense>
      )}
      {(planned ? [] : approvalsOf(chat, run)).map((approval) => (
        <ApprovalCard
          key={approval.id}
          approval={approval}
          agent={approval.run === run ? undefined : called(approval.agent)}
        />
      ))}
      {[...unaskedChanges(chat, run)].map(([owner, ids]) => (
        <ChangeList key={owner} run={owner} of={(change) => ids.has(change.id)} className="rounded-md border border-line" />
      ))}
      {proposingRuns(chat, run).map((owner) => (
        <Proposals key={owner} run={owner} isProtected={isGuarded(view.run)} />
      ))}
      {message?.plan && planned && <ShownPlan chat={chat} message={message} plan={message.plan} called={called} reported />}
      {answer !== "" && (
        <div ref={words} className="text-md">
          <Markdown live={!message}>{answer}</Markdown>
        </div>
      )}
      {message?.plan && !planned && <ShownPlan chat={chat} message={message} plan={message.plan} called={called} />}
      {message && message.artifacts.length > 0 && <ArtifactCards ids={message.artifacts} />}
      {message && message.unsupported.length > 0 && (
        <div className="rounded-md bg-warn-soft px-3 py-2 text-xs text-warn-text">
          <p className="flex items-center gap-1.5 font-medium">
            <ShieldAlert aria-hidden className="size-3.5 shrink-0" />
            {t("chat.unsupported")}
          </p>
          <ul className="mt-1 list-disc pl-6">
            {message.unsupported.map((claim) => (
              <li key={claim}>{claim}</li>
            ))}
          </ul>
        </div>
      )}
      <TurnEnd chat={chat} view={view} guard={notesOf(view, "guard").at(-1)} onAsk={onAsk} />
      <TurnActions chat={chat} view={view} answer={answer} words={words} last={last} onAsk={onAsk} />
    </article>
  );
}

/** An answer whose run is not known here: the words are still worth showing. */
function Orphan({ chat, run }: { readonly chat: Chat; readonly run: string }) {
  const message = Object.values(chat.messages).find((each) => each.run === run && each.role === "assistant");
  return message ? (
    <article className="text-md">
      <Markdown>{message.content}</Markdown>
    </article>
  ) : null;
}

function Folded({ note }: { readonly note: NoteOf<"folded"> }) {
  const t = useT();
  return (
    <p title={note.summary} className="flex items-center gap-3 text-2xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t(`chat.note.folded.${note.what}`, { count: note.dropped })}
    </p>
  );
}

function Recalled({ note }: { readonly note: NoteOf<"recalled"> }) {
  const t = useT();
  return (
    <Tooltip label={note.items.map((item) => item.content).join(" · ").slice(0, 400)} side="top">
      <button type="button" className="rounded-sm">
        <Badge>
          <BrainCircuit aria-hidden className="size-3" />
          {t("chat.note.recalled", { count: note.items.length })}
        </Badge>
      </button>
    </Tooltip>
  );
}
