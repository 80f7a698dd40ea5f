import { SquarePen, X } from "lucide-react";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "wouter";

import { useT } from "@/i18n";
import { TalkDocuments } from "@/knowledge";
import { NARROW, useComposer, useLayout } from "@/state";
import { DropZone, IconButton, Skeleton } from "@/ui";
import { ChatTab } from "./ChatTab";
import { Heights } from "./messages/heights";
import type { Outgoing } from "./outgoing";
import { type PanelTab, PanelTabs, TABS } from "./PanelTabs";
import { restsOnDocuments } from "./select";
import { useChat } from "./useChat";
import { useSend } from "./useSend";
import { useTold } from "./useTold";
import { useUploads } from "./useUploads";

// What stands behind the other tabs comes when one of them is opened.
const ConversationsTab = lazy(() => import("./conversations/ConversationsTab").then((module) => ({ default: module.ConversationsTab })));
const HistoryTab = lazy(() => import("./HistoryTab").then((module) => ({ default: module.HistoryTab })));
const ScheduledTab = lazy(() => import("./ScheduledTab").then((module) => ({ default: module.ScheduledTab })));
const MemoryTab = lazy(() => import("./MemoryTab").then((module) => ({ default: module.MemoryTab })));

/** The side panel: the talk, all talks, the documents it rests on, what this one remembers, what runs by itself for it, and what it changed. Files drop anywhere. */
export function ChatPanel() {
  const t = useT();
  const conversation = useComposer((state) => state.conversation);
  const opened = useChat(conversation);
  const { chat } = opened;
  const sending = useSend(chat);
  const project = useComposer((state) => state.project);
  const uploads = useUploads(chat?.about.project ?? project);
  const [wished, show] = useTab();
  // There is little room for tabs: documents have one where the talk rests on some.
  const tabs: readonly PanelTab[] = chat !== null && restsOnDocuments(chat) ? TABS : TABS.filter((each) => each !== "documents");
  const tab = tabs.includes(wished) ? wished : "chat";
  // Outlives the talk's view: coming back from another tab finds every entry as tall as it was.
  const [heights] = useState(() => new Heights());
  useTold(chat);
  useWish(sending.send);
  useWayOut();
  useEffect(() => {
    if (chat?.deleted) useComposer.getState().open(null);
  }, [chat?.deleted]);

  return (
    <DropZone
      label={t("chat.drop")}
      className="flex h-full flex-col"
      onFiles={(files) => {
        show("chat");
        uploads.add(files);
      }}
    >
      <PanelTabs tabs={tabs} tab={tab} onShow={show} actions={<PanelActions fresh={conversation === null && tab === "chat"} />}>
        {tab === "chat" && (
          <ChatTab
            opened={opened}
            sending={sending}
            uploads={uploads}
            heights={heights}
            onConversations={() => show("conversations")}
          />
        )}
        <Suspense fallback={<Skeleton className="m-3 h-24" />}>
          {tab === "conversations" && <ConversationsTab />}
          {tab === "documents" && <TalkDocuments messages={Object.values(chat?.messages ?? {})} />}
          {tab === "memory" && <MemoryTab chat={chat} />}
          {tab === "scheduled" && <ScheduledTab chat={chat} />}
          {tab === "history" && <HistoryTab chat={chat} />}
        </Suspense>
      </PanelTabs>
    </DropZone>
  );
}

/** The tab that is shown; whoever opens a conversation or wants to write is led to the talk. */
function useTab(): readonly [PanelTab, (tab: PanelTab) => void] {
  const [tab, show] = useState<PanelTab>("chat");
  useLayoutEffect(
    () =>
      useComposer.subscribe((now, before) => {
        const opened = now.conversation !== before.conversation && now.conversation !== null;
        if (opened || now.focusWish > before.focusWish) show("chat");
      }),
    [],
  );
  return [tab, show];
}

/** Sends the words another screen wished to be said. */
function useWish(send: (words: Outgoing) => boolean): void {
  const wish = useComposer((state) => state.wish);
  useEffect(() => {
    if (wish === null) return;
    useComposer.getState().said();
    if (!send({ text: wish, attached: [], typed: true })) useComposer.getState().draft(wish);
  }, [wish, send]);
}

/** Where the chat lies over the stage, a link out of it uncovers where it leads. */
function useWayOut(): void {
  const [path] = useLocation();
  const here = useRef(path);
  useEffect(() => {
    if (path === here.current) return;
    here.current = path;
    if (matchMedia(NARROW).matches) useLayout.getState().showChat(false);
  }, [path]);
}

function PanelActions({ fresh }: { readonly fresh: boolean }) {
  const t = useT();
  const begin = useComposer((state) => state.begin);
  const showChat = useLayout((state) => state.showChat);
  return (
    <>
      <IconButton icon={SquarePen} label={t("chat.new")} keys="C" onClick={() => begin({})} disabled={fresh} />
      <IconButton icon={X} label={t("frame.chat.hide")} onClick={() => showChat(false)} className="md:hidden" />
    </>
  );
}
