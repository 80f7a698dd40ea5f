import { BrainCircuit, ShieldAlert } from "lucide-react";
import { memo } from "react";

import { usePersonas } from "@/api";
import { ApprovalCard, ChangeList } from "@/decisions";
import { useT } from "@/i18n";
import { Badge, Markdown, Tooltip } from "@/ui";
import type { Chat, Note, RunView } from "./model";
import { Reasoning } from "./Reasoning";
import { answerOf, approvalsOf, isSameTurn, unaskedChanges } from "./select";
import { TurnActions } from "./TurnActions";
import { TurnEnd } from "./TurnEnd";
import { UserMessage } from "./UserMessage";

interface TurnProps {
  readonly chat: Chat;
  readonly run: string;
  readonly onAsk: (text: string) => void;
}

type NoteOf<K extends Note["kind"]> = Extract<Note, { kind: K }>;

function notesOf<K extends Note["kind"]>(view: RunView, kind: K): readonly NoteOf<K>[] {
  return view.trace.flatMap((part) =>
    part.kind === "note" && part.note.kind === kind ? [part.note as NoteOf<K>] : [],
  );
}

/** One answer with how it came about: work, decisions, words, end. Drawn again only when something in it changed. */
export const Turn = memo(TurnView, (before, now) => {
  return before.run === now.run && before.onAsk === now.onAsk && isSameTurn(before.chat, now.chat, now.run);
});

function TurnView({ chat, run, onAsk }: TurnProps) {
  const t = useT();
  const { data: agents = [] } = usePersonas();
  const view = chat.runs[run];
  if (view === undefined) return <Orphan chat={chat} run={run} />;
  const answer = answerOf(chat, view);
  const message = view.answer === null ? undefined : chat.messages[view.answer];
  const folded = notesOf(view, "folded").at(-1);
  const nameOf = (id: string | null) => agents.find((agent) => agent.id === id)?.name ?? id ?? undefined;
  return (
    <article aria-label={nameOf(view.run.agent)} className="group/turn flex flex-col gap-2.5">
      {folded && <Folded note={folded} />}
      <Reasoning chat={chat} view={view}>
        {notesOf(view, "recalled").map((note, index) => (
          <Recalled key={index} note={note} />
        ))}
      </Reasoning>
      {notesOf(view, "steered").map((note, index) => (
        <UserMessage key={index} text={note.message} />
      ))}
      {approvalsOf(chat, run).map((approval) => (
        <ApprovalCard
          key={approval.id}
          approval={approval}
          agent={approval.run === run ? undefined : nameOf(approval.agent)}
        />
      ))}
      {[...unaskedChanges(chat, run)].map(([owner, ids]) => (
        <ChangeList key={owner} run={owner} of={(change) => ids.has(change.id)} className="rounded-md border border-line" />
      ))}
      {answer !== "" && (
        <div className="text-md">
          <Markdown>{answer}</Markdown>
        </div>
      )}
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
      <TurnActions view={view} answer={answer} />
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
      {t("chat.note.folded", { count: note.dropped })}
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
