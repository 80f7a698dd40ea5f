import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";

import { isProblem, useAsk, useDecide, useSteerRun } from "@/api";
import { useI18n } from "@/i18n";
import { tellTrouble } from "@/stage";
import { placeOf, useComposer, useHost } from "@/state";
import type { Chat } from "./model";
import { askedOf, type Outgoing, teamOf, thingsOf } from "./outgoing";
import { openQuestion, openTurn, takesWords } from "./select";

/** The longest message the server takes. */
export const MAX_MESSAGE = 200_000;

export interface Sending {
  /** Words on their way that no event has brought back yet. */
  readonly pending: Outgoing | null;
  /** Whether the words were taken. */
  readonly send: (words: Outgoing) => boolean;
}

/** Words that were sent, where to, and the message they became. */
interface Sent {
  readonly words: Outgoing;
  readonly conversation: string | null;
  readonly message: string | null;
}

/** Sending words: a new ask, the same one anew, the answer to a question, or an addition to the turn under way. */
export function useSend(chat: Chat | null): Sending {
  const { t, locale } = useI18n();
  const ask = useAsk();
  const steer = useSteerRun();
  const answer = useDecide();
  const [sent, setSent] = useState<Sent | null>(null);
  const [next, setNext] = useState<Outgoing | null>(null);
  const busy = ask.isPending || steer.isPending || answer.isPending;
  const conversation = useComposer((state) => state.conversation);
  const turn = chat && openTurn(chat);

  const failed = useCallback(
    (words: Outgoing) => (error: Error) => {
      setSent(null);
      putBack(words);
      tellTrouble(error, t);
    },
    [t],
  );

  const say = (words: Outgoing) => {
    setSent({ words, conversation, message: null });
    const { agent: chosen, project } = useComposer.getState();
    const agent = chosen ?? (project === null ? useHost.getState().host?.agent : undefined);
    ask.mutate(
      {
        message: words.text,
        conversation: conversation ?? undefined,
        agent: askedOf(words.attached) ?? (conversation === null ? agent : undefined),
        team: teamOf(words.attached) ?? undefined,
        project: conversation === null ? (project ?? undefined) : undefined,
        locale,
        about: useHost.getState().host?.about,
        refs: thingsOf(words.attached).map(({ ref }) => ref),
        meant: words.meant,
        replaces: words.replaces,
      },
      {
        onSuccess: (asked) => {
          setSent({ words, conversation: asked.conversation_id, message: asked.message });
          // Who talks with a team goes on with it, until the team is taken away.
          const team = words.attached.find(({ ref }) => ref.startsWith("team:"));
          if (team !== undefined) useComposer.getState().attach(team, asked.conversation_id);
          if (asked.conversation_id !== conversation) useComposer.getState().open(asked.conversation_id);
        },
        onError: failed(words),
      },
    );
  };

  const send = (outgoing: Outgoing): boolean => {
    const words = { ...outgoing, text: outgoing.text.trim() };
    if (words.text === "" || words.text.length > MAX_MESSAGE) return false;
    if (busy) {
      // Typed words stay in their field; the click of a button must not come to nothing.
      if (!words.typed) setNext(words);
      return false;
    }
    if (turn === null || words.replaces !== undefined || words.meant !== undefined) {
      say(words);
      return true;
    }
    const question = chat && openQuestion(chat, turn.id);
    if (question) {
      answer.mutate({ ...question, answer: words.text }, { onError: failed(words) });
      return true;
    }
    if (takesWords(turn)) {
      say(words);
      return true;
    }
    // The turn may end just now: then these words are a message of their own.
    const onError = (error: Error) => (isProblem(error, "conflict") ? say(words) : failed(words)(error));
    steer.mutate({ id: turn.id, message: words.text }, { onError });
    return true;
  };

  const arrived = sent?.message != null && chat !== null && sent.message in chat.messages;
  useEffect(() => {
    if (arrived) setSent(null);
  }, [arrived]);
  const sendNext = useEffectEvent((words: Outgoing) => {
    setNext(null);
    send(words);
  });
  useEffect(() => {
    if (next !== null && !busy) sendNext(next);
  }, [next, busy]);
  // One function for good: whoever holds it need not be drawn again with every word that streams in.
  const latest = useRef(send);
  latest.current = send;
  const stable = useCallback((words: Outgoing) => latest.current(words), []);
  return { pending: sent?.conversation === conversation && !arrived ? sent.words : null, send: stable };
}

/** Nothing typed is ever lost: it goes back into the field, unless something else stands there by now. */
function putBack({ text, attached, replaces, typed }: Outgoing): void {
  const composer = useComposer.getState();
  if (!typed || composer.drafts[placeOf(composer)]) return;
  if (replaces !== undefined) return composer.edit({ id: replaces, content: text, refs: attached });
  composer.draft(text);
  for (const thing of attached) composer.attach(thing);
}
