import { SquarePen, X } from "lucide-react";

import { useT } from "@/i18n";
import { useComposer, useLayout } from "@/state";
import { IconButton } from "@/ui";
import { AgentChip } from "./AgentChip";
import { ConversationMenu } from "./ConversationMenu";
import type { Chat } from "./model";

/** Which conversation, who answers, and a fresh start. */
export function ChatHeader({ chat }: { readonly chat: Chat | null }) {
  const t = useT();
  const open = useComposer((state) => state.open);
  const focus = useComposer((state) => state.focus);
  const showChat = useLayout((state) => state.showChat);
  const fresh = () => {
    open(null);
    focus();
  };
  return (
    <header className="flex h-10 shrink-0 items-center gap-1 border-b border-line pr-2 pl-2">
      <ConversationMenu title={chat?.title || t(chat ? "chat.untitled" : "chat.new")} current={chat?.conversation ?? null} />
      <span className="flex-1" />
      <AgentChip chat={chat} />
      <IconButton icon={SquarePen} label={t("chat.new")} keys="C" onClick={fresh} disabled={chat === null} />
      <IconButton icon={X} label={t("frame.chat.hide")} onClick={() => showChat(false)} className="md:hidden" />
    </header>
  );
}
