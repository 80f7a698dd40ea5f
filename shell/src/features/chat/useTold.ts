import { useEffect, useRef } from "react";

import { useT } from "@/i18n";
import { announce } from "@/state";
import type { Chat } from "./model";
import { answerOf, openTurn } from "./select";

const READ_OUT = 300;

/** Tells screen readers what matters, once: an answer is there, or something waits. Not every word as it streams. */
export function useTold(chat: Chat | null): void {
  const t = useT();
  const turn = chat && openTurn(chat);
  const before = useRef<{ readonly id: string; readonly status: string } | null>(null);
  useEffect(() => {
    const last = before.current;
    before.current = turn && { id: turn.id, status: turn.run.status };
    if (chat === null || last === null) return;
    if (turn?.id === last.id) {
      if (turn.run.status === "waiting" && last.status !== "waiting") announce(t("chat.waiting"));
      return;
    }
    const ended = chat.runs[last.id];
    if (ended) announce(spoken(answerOf(chat, ended)) || t(`status.${ended.run.status}`));
  }, [chat, turn, t]);
}

/** The beginning of an answer without the signs of its formatting. */
function spoken(markdown: string): string {
  return markdown.replace(/[*_`#|>]/g, "").slice(0, READ_OUT);
}
