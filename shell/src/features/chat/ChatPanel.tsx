import { CircleAlert } from "lucide-react";
import { useEffect } from "react";

import { useT } from "@/i18n";
import { useComposer } from "@/state";
import { Button, EmptyState, Skeleton } from "@/ui";
import { ChatHeader } from "./ChatHeader";
import { Composer } from "./Composer";
import { EmptyChat } from "./EmptyChat";
import { Messages } from "./Messages";
import { useChat } from "./useChat";
import { useSend } from "./useSend";
import { useTold } from "./useTold";

/** The chat: who answers, what was said and done, and the field to say more. */
export function ChatPanel() {
  const t = useT();
  const conversation = useComposer((state) => state.conversation);
  const open = useComposer((state) => state.open);
  const { chat, loading, error, retry, older } = useChat(conversation);
  const { pending, send } = useSend(chat);
  useTold(chat);
  useEffect(() => {
    if (chat?.deleted) open(null);
  }, [chat?.deleted, open]);

  const blank = conversation === null && pending === null;
  return (
    <div className="flex h-full flex-col">
      <ChatHeader chat={chat} />
      {blank && <EmptyChat />}
      {error && (
        <div className="grid flex-1 place-items-center">
          <EmptyState
            icon={CircleAlert}
            title={t("chat.failed")}
            action={
              <div className="flex gap-2">
                <Button onClick={() => retry()}>{t("words.retry")}</Button>
                <Button onClick={() => open(null)}>{t("chat.new")}</Button>
              </div>
            }
          >
            {error.message || t("error.network")}
          </EmptyState>
        </div>
      )}
      {loading && pending === null && <Opening />}
      {(chat !== null || pending !== null) && !error && (
        <Messages chat={chat} pending={pending} onOlder={older} onAsk={send} />
      )}
      <Composer chat={chat} onSend={send} />
    </div>
  );
}

function Opening() {
  return (
    <div className="flex flex-1 flex-col gap-3 p-4">
      <Skeleton className="h-8 w-2/3 self-end" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-4/5" />
    </div>
  );
}
