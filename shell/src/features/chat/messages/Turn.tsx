import { BrainCircuit, ShieldAlert } from "lucide-react";
import { lazy, Suspense, useRef } from "react";
import { Link } from "wouter";

import { type Message, usePersonas } from "@/api";
import { ApprovalCard, ChangeList, Proposals } from "@/decisions";
import { nameOf, residentName, useT } from "@/i18n";
import { AnswerSources, AnswerWords } from "@/knowledge";
import { isGuarded } from "@/runs";
import { Badge, Markdown } from "@/ui";
import { AgentIcon } from "../AgentIcon";
import type { Chat, Note, RunView } from "../model";
import { answerOf, approvalsOf, isTold, proposingRuns, unaskedChanges } from "../select";
import type { Outgoing } from "../outgoing";
import { UnderstoodRow } from "../understood";
import { Reasoning } from "./Reasoning";
import { ShownPlan } from "./ShownPlan";
import { TurnActions } from "./TurnActions";
import { TurnEnd } from "./TurnEnd";
import { UserMessage } from "./UserMessage";

const ArtifactCards = lazy(() => import("./ArtifactCards").then((module) => ({ default: module.ArtifactCards })));
const Speaking = lazy(() => import("./Speaking").then((module) => ({ default: module.Speaking })));

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
  const routed = notesOf(view, "routed");
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
      <Suspense>{routed.length > 0 && <Speaking notes={routed} said={message?.speaker ?? null} agents={agents} />}</Suspense>
      {view.run.team == null && view.run.agent !== chat.about.agent && (
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
          <Answer words={answer} message={message} />
        </div>
      )}
      {message && isFounded(message) && (
        <Suspense>
          <AnswerSources message={message} />
        </Suspense>
      )}
      {message?.plan && !planned && <ShownPlan chat={chat} message={message} plan={message.plan} called={called} />}
      <Suspense>{message && message.artifacts.length > 0 && <ArtifactCards ids={message.artifacts} />}</Suspense>
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

/** Whether an answer rests on documents, or says that it should. */
function isFounded({ sources, grounding }: Message): boolean {
  return sources.length > 0 || grounding !== null;
}

/** The words of an answer; those that rest on documents lead to them, once what draws that is there. */
function Answer({ words, message }: { readonly words: string; readonly message: Message | undefined }) {
  const plain = <Markdown live={!message}>{words}</Markdown>;
  if (message === undefined || !isFounded(message)) return plain;
  return (
    <Suspense fallback={plain}>
      <AnswerWords message={message} />
    </Suspense>
  );
}

/** An answer whose run is not known here: the words are still worth showing. */
function Orphan({ chat, run }: { readonly chat: Chat; readonly run: string }) {
  const message = Object.values(chat.messages).find((each) => each.run === run && each.role === "assistant");
  return message ? (
    <article className="text-md">
      <Answer words={message.content} message={message} />
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

/** Which memories the turn used, each with why; opened by a click or the keyboard. */
function Recalled({ note }: { readonly note: NoteOf<"recalled"> }) {
  const t = useT();
  return (
    <details className="min-w-0 text-xs">
      <summary className="w-fit cursor-pointer list-none rounded-sm">
        <Badge>
          <BrainCircuit aria-hidden className="size-3" />
          {t("chat.note.recalled", { count: note.items.length })}
        </Badge>
      </summary>
      <ul className="mt-1.5 flex flex-col gap-1 border-l border-line pl-2.5">
        {note.items.map((item) => {
          const why = note.reasons[item.id]?.why;
          return (
            <li key={item.id}>
              <Link href={`/memory/${item.id}`} className="text-ink hover:underline">
                {item.content}
              </Link>
              {why !== undefined && <span className="ml-1.5 text-muted">{t(`chat.recalled.${why}`)}</span>}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
