import { ArrowDown } from "lucide-react";
import { memo, useEffect, useRef } from "react";

import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { useComposer } from "@/state";
import { Button, classes, Spinner } from "@/ui";
import type { Chat } from "../model";
import { entryOf, keyOf } from "../select";
import type { ReadOlder } from "../useChat";
import type { Outgoing } from "../outgoing";
import { EntryPlace } from "./EntryPlace";
import type { Heights } from "./heights";
import { useNearby } from "./useNearby";
import { useOlder } from "./useOlder";
import { useSought } from "./useSought";
import { useStickToBottom } from "./useStickToBottom";
import { UserMessage } from "./UserMessage";

/** As many entries at the end are drawn at once: more than any screen holds. */
const FIRST_DRAWN = 12;

interface MessagesProps {
  readonly chat: Chat | null;
  /** Words on their way. */
  readonly pending: Outgoing | null;
  readonly older: ReadOlder;
  /** What is known of how tall entries are. */
  readonly heights: Heights;
  readonly onAsk: (words: Outgoing) => void;
}

/** Everything that was said and done here, the latest at the bottom. Only what is near the view is drawn. */
export const Messages = memo(function Messages({ chat, pending, older, heights, onAsk }: MessagesProps) {
  const t = useT();
  const stick = useStickToBottom(chat?.conversation ?? null);
  const { scroller, content, atBottom, toBottom } = stick;
  // Whoever sends wants to see the answer.
  useEffect(() => {
    if (pending !== null) toBottom();
  }, [pending, toBottom]);
  const nearby = useNearby(stick, heights);
  const past = useOlder(scroller, chat?.before ?? null, older);
  const lit = useSought(chat, scroller, past);
  const editing = useComposer((state) => state.editing);
  const entries = chat?.entries ?? [];
  const edited = chat !== null && editing !== null ? entryOf(chat, editing) : null;
  const asideFrom = edited === null ? entries.length : entries.indexOf(edited) + 1;
  const end = entries.at(-1);
  const news = useNews(end === undefined ? null : keyOf(end), atBottom);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={t("chat.messages")}
        tabIndex={0}
        className="relative h-full overflow-y-auto overscroll-contain [overflow-anchor:none] -outline-offset-2"
      >
        <div ref={content} className="flex flex-col gap-4 px-4 py-4">
          {chat?.before != null && (
            <div ref={past.edge} className={classes("flex flex-col items-center justify-center", past.error === null && "h-6")}>
              {past.error ? (
                <Trouble error={past.error} onRetry={() => void past.read()} />
              ) : past.reading ? (
                <Spinner className="text-muted" />
              ) : (
                <Button tone="quiet" size="sm" onClick={() => void past.read()}>
                  {t("chat.older")}
                </Button>
              )}
            </div>
          )}
          {chat !== null &&
            entries.map((entry, index) => (
              <EntryPlace
                key={keyOf(entry)}
                chat={chat}
                entry={entry}
                nearby={nearby}
                drawn={index >= entries.length - FIRST_DRAWN}
                lit={lit === keyOf(entry)}
                aside={index < asideFrom ? null : index === asideFrom ? "first" : "more"}
                last={entry === end}
                onAsk={onAsk}
              />
            ))}
          {pending !== null && <UserMessage message={{ content: pending.text, refs: pending.attached }} />}
        </div>
      </div>
      {!atBottom && (
        <Button
          size="sm"
          icon={ArrowDown}
          onClick={toBottom}
          className="absolute bottom-2 left-1/2 -translate-x-1/2 animate-fade rounded-full"
        >
          {t(news ? "chat.news" : "chat.latest")}
        </Button>
      )}
    </div>
  );
});

/** Whether something was added at the end since the end was last seen. */
function useNews(last: string | null, atBottom: boolean): boolean {
  const seen = useRef(last);
  if (atBottom) seen.current = last;
  return last !== seen.current;
}
