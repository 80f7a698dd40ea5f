import { useCallback, useEffect, useState } from "react";

import { readConversation, subscribe, useConversation } from "@/api";
import { fold, openChat, prependChat, renewChat } from "./fold";
import type { Chat } from "./model";

/** Read the messages before the oldest shown. The answer shows them, when the reader is ready for it. */
export type ReadOlder = (limit: number) => Promise<() => void>;

export interface OpenChat {
  readonly chat: Chat | null;
  readonly loading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly older: ReadOlder;
}

const nothing = () => undefined;

/** A conversation, live: its snapshot folded, then every event behind the snapshot's cursor. */
export function useChat(id: string | null): OpenChat {
  const { data, error, isPending, refetch } = useConversation(id);
  const [chat, setChat] = useState<Chat | null>(null);

  useEffect(() => {
    if (data === undefined) {
      setChat(null);
      return;
    }
    setChat((now) => renewChat(now, openChat(data)));
    return subscribe({}, (events) => setChat((now) => now && fold(now, events)), { since: data.cursor });
  }, [data]);

  const before = chat?.before ?? null;
  const older = useCallback<ReadOlder>(
    async (limit) => {
      if (id === null || before === null) return nothing;
      const page = await readConversation(id, { before, limit });
      return () => setChat((now) => (now?.conversation === id && now.before === before ? prependChat(now, page) : now));
    },
    [id, before],
  );

  const shown = chat?.conversation === id ? chat : null;
  return { chat: shown, loading: id !== null && (isPending || shown === null) && !error, error, retry: refetch, older };
}
