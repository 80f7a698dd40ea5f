import { ArrowDown } from "lucide-react";
import { useState } from "react";

import { useT } from "@/i18n";
import { Button } from "@/ui";
import type { Chat } from "./model";
import { Notice } from "./Notice";
import { Turn } from "./Turn";
import { UserMessage } from "./UserMessage";
import { useStickToBottom } from "./useStickToBottom";

interface MessagesProps {
  readonly chat: Chat | null;
  /** Words on their way. */
  readonly pending: string | null;
  readonly onOlder: () => Promise<void>;
  readonly onAsk: (text: string) => void;
}

/** Everything that was said and done here, the latest at the bottom. */
export function Messages({ chat, pending, onOlder, onAsk }: MessagesProps) {
  const t = useT();
  const { scroller, content, atBottom, toBottom } = useStickToBottom(chat?.conversation ?? null);
  const [reading, setReading] = useState(false);
  const readOlder = () => {
    setReading(true);
    void onOlder().finally(() => setReading(false));
  };
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={t("chat.messages")}
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain -outline-offset-2"
      >
        <div ref={content} className="flex flex-col gap-4 px-4 py-4">
          {chat?.before && (
            <Button tone="quiet" size="sm" busy={reading} onClick={readOlder} className="self-center">
              {t("chat.older")}
            </Button>
          )}
          {chat?.entries.map((entry) => {
            if (entry.kind === "turn") return <Turn key={entry.run} chat={chat} run={entry.run} onAsk={onAsk} />;
            const message = chat.messages[entry.id];
            if (message === undefined) return null;
            return message.role === "user" ? (
              <UserMessage key={message.id} text={message.content} />
            ) : (
              <Notice key={message.id} text={message.content} />
            );
          })}
          {pending !== null && <UserMessage text={pending} pending />}
        </div>
      </div>
      {!atBottom && (
        <Button size="sm" icon={ArrowDown} onClick={toBottom} className="absolute bottom-2 left-1/2 -translate-x-1/2 animate-fade rounded-full">
          {t("chat.latest")}
        </Button>
      )}
    </div>
  );
}
