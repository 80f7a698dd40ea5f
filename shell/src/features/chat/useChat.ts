import { useCallback, useEffect, useState } from "react";

import { readConversation, subscribe, useConversation } from "@/api";
import { fold, openChat, prependChat } from "./fold";
import type { Chat } from "./model";

export interface OpenChat {
  readonly chat: Chat | null;
  readonly loading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Read the messages before the oldest shown. */
  readonly older: () => Promise<void>;
}

/** A conversation, live: its snapshot folded, then every event behind the snapshot's cursor. */
export function useChat(id: string | null): OpenChat {
  const { data, error, isPending, refetch } = useConversation(id);
  const [chat, setChat] = useState<Chat | null>(null);

  useEffect(() => {
    if (data === undefined) {
      setChat(null);
      return;
    }
    setChat(openChat(data));
    return subscribe({}, (events) => setChat((now) => now && fold(now, events)), { since: data.cursor });
  }, [data]);

  const before = chat?.before ?? null;
  const older = useCallback(async () => {
    if (id === null || before === null) return;
    const page = await readConversation(id, before);
    setChat((now) => now && now.conversation === id ? prependChat(now, page) : now);
  }, [id, before]);

  const shown = chat?.conversation === id ? chat : null;
  return { chat: shown, loading: id !== null && (isPending || shown === null) && !error, error, retry: refetch, older };
}
