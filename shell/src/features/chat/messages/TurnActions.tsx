import { Check, FileCode2, RotateCcw } from "lucide-react";
import type { RefObject } from "react";

import { useI18n } from "@/i18n";
import { announce } from "@/state";
import { CopyButton, IconButton, Tooltip, useCopy } from "@/ui";
import type { Chat, RunView } from "../model";
import type { Outgoing } from "../outgoing";
import { againOf, isFinal, questionOf, usageOf } from "../select";

interface TurnActionsProps {
  readonly chat: Chat;
  readonly view: RunView;
  readonly answer: string;
  /** Where the answer is drawn: its words without marks are copied from there. */
  readonly words: RefObject<HTMLElement | null>;
  readonly last: boolean;
  readonly onAsk: (words: Outgoing) => void;
}

/** What one can do with an answer, when it came and what it took. Quiet until pointed at or reached by keyboard. */
export function TurnActions({ chat, view, answer, words, last, onAsk }: TurnActionsProps) {
  const { t, format } = useI18n();
  const { copied, copy } = useCopy();
  if (!isFinal(view.run.status) || answer === "") return null;
  // A plan is run again from its own page.
  const ended = view.run.status === "done" || view.run.status === "done_with_failures";
  const question = last && ended && view.run.kind !== "plan" ? questionOf(chat, view.id) : null;
  const markdown = async () => {
    await copy(answer);
    announce(t("words.copied"));
  };
  return (
    <footer className="-mt-1 -mb-2 -ml-1 flex min-h-6 flex-wrap items-center gap-0.5 text-2xs text-muted opacity-0 transition-opacity duration-100 group-focus-within/turn:opacity-100 group-hover/turn:opacity-100 pointer-coarse:opacity-100">
      <CopyButton text={() => words.current?.innerText ?? answer} label={t("chat.copy")} />
      <IconButton
        icon={copied ? Check : FileCode2}
        size="sm"
        label={t(copied ? "words.copied" : "chat.copy.markdown")}
        onClick={() => void markdown()}
      />
      {question !== null && (
        <IconButton
          icon={RotateCcw}
          size="sm"
          label={t("chat.again")}
          onClick={() => onAsk({ ...againOf(chat, question), replaces: question.id })}
        />
      )}
      <span className="ml-1 flex items-center gap-1.5 tabular-nums">
        {view.run.finished_at && (
          <time dateTime={view.run.finished_at} title={format.moment(view.run.finished_at)}>
            {format.time(view.run.finished_at)}
          </time>
        )}
        <Spent chat={chat} view={view} />
      </span>
    </footer>
  );
}

/** Tokens and money of a turn, sub-agents included; in and out on hover and focus. */
function Spent({ chat, view }: Pick<TurnActionsProps, "chat" | "view">) {
  const { t, format } = useI18n();
  const used = usageOf(chat, view.id);
  const tokens = used.tokens_in + used.tokens_out;
  if (tokens === 0) return null;
  const parts = [t("chat.tokens", { count: tokens }), used.cost > 0 && format.money(used.cost)].filter(Boolean);
  const detail = t("chat.tokens.detail", { read: format.number(used.tokens_in), written: format.number(used.tokens_out) });
  return (
    <Tooltip label={detail} side="top">
      <button type="button" aria-label={`${parts.join(" · ")}. ${detail}`} className="rounded-sm px-0.5">
        · {parts.join(" · ")}
      </button>
    </Tooltip>
  );
}
