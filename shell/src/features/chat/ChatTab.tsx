import { MessagesSquare } from "lucide-react";

import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { useComposer, useHost } from "@/state";
import { Button, Skeleton, Tooltip } from "@/ui";
import { AgentChip } from "./AgentChip";
import { Composer } from "./composer/Composer";
import { EmptyChat } from "./EmptyChat";
import type { Heights } from "./messages/heights";
import { Messages } from "./messages/Messages";
import type { Chat } from "./model";
import { PlanContext } from "./PlanContext";
import type { OpenChat } from "./useChat";
import type { Sending } from "./useSend";
import type { Uploads } from "./useUploads";

/** The project of who has none. */
const HOME = "home";

interface ChatTabProps {
  readonly opened: OpenChat;
  readonly sending: Sending;
  readonly uploads: Uploads;
  readonly heights: Heights;
  readonly onConversations: () => void;
}

/** The talk: who answers, what was said and done, and the field to say more. */
export function ChatTab({ opened, sending, uploads, heights, onConversations }: ChatTabProps) {
  const t = useT();
  const { chat, loading, error, retry, older } = opened;
  const { pending, send } = sending;
  const conversation = useComposer((state) => state.conversation);
  const project = useComposer((state) => state.project);
  const begin = useComposer((state) => state.begin);
  const host = useHost((state) => state.host?.agent);
  return (
    <>
      <Heading chat={chat} onConversations={onConversations} />
      <PlanContext chat={chat} agent={host} words={pending?.text} />
      {conversation === null && pending === null && <EmptyChat />}
      {error && (
        <div className="flex flex-1 flex-col gap-3 p-4">
          <Trouble error={error} onRetry={retry} />
          <Button onClick={() => begin({})} className="self-center">
            {t("chat.new")}
          </Button>
        </div>
      )}
      {loading && pending === null && <Opening />}
      {(chat !== null || pending !== null) && !error && (
        <Messages chat={chat} pending={pending} older={older} heights={heights} onAsk={send} />
      )}
      <Composer chat={chat} project={chat?.about.project ?? project ?? HOME} uploads={uploads} onSend={send} />
    </>
  );
}

function Heading({ chat, onConversations }: { readonly chat: Chat | null; readonly onConversations: () => void }) {
  const t = useT();
  const title = chat?.about.title || t(chat ? "chat.untitled" : "chat.new");
  return (
    <div className="flex h-9 shrink-0 items-center gap-1 border-b border-line px-2">
      <Tooltip label={t("chat.list")}>
        <button
          type="button"
          aria-label={`${t("chat.list")}: ${title}`}
          onClick={onConversations}
          className="inline-flex h-7 min-w-0 items-center gap-2 rounded-sm px-1.5 text-sm font-medium hover:bg-hover"
        >
          <MessagesSquare aria-hidden className="size-3.5 shrink-0 text-muted" />
          <span className="truncate">{title}</span>
        </button>
      </Tooltip>
      <span className="flex-1" />
      <AgentChip chat={chat} />
    </div>
  );
}

function Opening() {
  const t = useT();
  return (
    <div role="status" aria-label={t("words.loading")} className="flex flex-1 flex-col gap-3 p-4">
      <Skeleton className="h-8 w-2/3 self-end" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-4/5" />
    </div>
  );
}
