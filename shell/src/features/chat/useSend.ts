import { useCallback, useEffect, useRef, useState } from "react";

import { isProblem, useAsk, useSteerRun } from "@/api";
import { useI18n } from "@/i18n";
import { useComposer } from "@/state";
import { toast } from "@/ui";
import type { Chat } from "./model";
import { openTurn } from "./select";

/** The longest message the server takes. */
export const MAX_MESSAGE = 200_000;

export interface Sending {
  /** Words on their way that no event has brought back yet. */
  readonly pending: string | null;
  readonly send: (text: string) => void;
}

/** Words that were sent, where to, and the message they became. */
interface Sent {
  readonly text: string;
  readonly conversation: string | null;
  readonly message: string | null;
}

/** Sending words: a new ask, or an addition to the turn under way. */
export function useSend(chat: Chat | null): Sending {
  const { t, locale } = useI18n();
  const ask = useAsk();
  const steer = useSteerRun();
  const [sent, setSent] = useState<Sent | null>(null);
  const conversation = useComposer((state) => state.conversation);
  const turn = chat && openTurn(chat);

  const failed = useCallback(
    (text: string) => (error: Error) => {
      setSent(null);
      // Nothing typed is ever lost: it goes back into the field.
      useComposer.getState().draft(text);
      toast.error(error.message || t("chat.send.failed"), {
        description: isProblem(error) ? (error.hint ?? (error.status === 0 ? t("error.network.hint") : null)) : null,
      });
    },
    [t],
  );

  const say = (words: string) => {
    setSent({ text: words, conversation, message: null });
    ask.mutate(
      {
        message: words,
        conversation: conversation ?? undefined,
        agent: useComposer.getState().agent ?? undefined,
        locale,
      },
      {
        onSuccess: (asked) => {
          setSent({ text: words, conversation: asked.conversation_id, message: asked.message });
          if (asked.conversation_id !== conversation) useComposer.getState().open(asked.conversation_id);
        },
        onError: failed(words),
      },
    );
  };

  const send = (text: string) => {
    const words = text.trim();
    if (words === "" || words.length > MAX_MESSAGE || ask.isPending || steer.isPending) return;
    useComposer.getState().draft("");
    if (turn?.run.status !== "executing") return say(words);
    // The turn may end just now: then these words are a message of their own.
    const onError = (error: Error) => (isProblem(error, "conflict") ? say(words) : failed(words)(error));
    steer.mutate({ id: turn.id, message: words }, { onError });
  };

  const arrived = sent?.message != null && chat !== null && sent.message in chat.messages;
  useEffect(() => {
    if (arrived) setSent(null);
  }, [arrived]);
  // One function for good: whoever holds it need not be drawn again with every word that streams in.
  const latest = useRef(send);
  latest.current = send;
  const stable = useCallback((text: string) => latest.current(text), []);
  return { pending: sent?.conversation === conversation && !arrived ? sent.text : null, send: stable };
}
