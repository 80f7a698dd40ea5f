import { lazy, Suspense } from "react";

import { useT } from "@/i18n";
import { NARROW, useLayout } from "@/state";
import { type Screen, useMedia } from "@/ui";
import { Boundary } from "./Boundary";
import { ChatSheet } from "./ChatSheet";
import { Stage } from "./Stage";
import { NARROWEST, useChatWidth, WIDEST } from "./useChatWidth";

const ChatPanel = lazy(() => import("@/features/chat/ChatPanel").then((module) => ({ default: module.ChatPanel })));

const chat = (
  <Boundary subject="chat">
    <Suspense fallback={null}>
      <ChatPanel />
    </Suspense>
  </Boundary>
);

/** Stage and chat, side by side where there is room. */
export function Workspace({ screen }: { readonly screen: Screen | undefined }) {
  const t = useT();
  const narrow = useMedia(NARROW);
  const open = useLayout((state) => state.chat);
  const isWide = useLayout((state) => state.isChatWide);
  const { width, divider } = useChatWidth();
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <div className="min-w-0 flex-1 pb-0.5">
        <Stage screen={screen} />
      </div>
      {open && !narrow && (
        <>
          <div
            role="separator"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label={t("frame.resize")}
            aria-controls="chat"
            aria-valuenow={width}
            aria-valuemin={NARROWEST}
            aria-valuemax={WIDEST}
            {...divider}
            className="group flex w-2 shrink-0 cursor-col-resize touch-none items-center justify-center outline-none"
          >
            <span className="h-9 w-0.5 rounded-full transition-colors duration-100 group-hover:bg-line-strong group-focus-visible:bg-accent group-active:bg-accent" />
          </div>
          <aside id="chat" aria-label={t("chat.title")} style={{ width: isWide ? "60%" : width }} className="shrink-0 pb-0.5">
            <div className="h-full overflow-hidden rounded-lg bg-panel shadow-sheet">{chat}</div>
          </aside>
        </>
      )}
      {narrow && <ChatSheet>{chat}</ChatSheet>}
    </div>
  );
}
