import { Columns2, MessageSquare, Workflow } from "lucide-react";
import { useEffect } from "react";

import { useT } from "@/i18n";
import { NARROW, useLayout } from "@/state";
import { Segmented, useMedia } from "@/ui";

/** How chat and canvas share the room: mostly the chat, both, or the canvas alone. */
export function LayoutChoice() {
  const t = useT();
  const isNarrow = useMedia(NARROW);
  const { chat, isChatWide, showChat, widenChat } = useLayout();
  useEffect(() => () => widenChat(false), [widenChat]);
  if (isNarrow) return null;
  return (
    <Segmented
      label={t("canvas.layout")}
      value={!chat ? "canvas" : isChatWide ? "chat" : "split"}
      options={[
        { value: "chat", label: t("canvas.layout.chat"), icon: MessageSquare, bare: true },
        { value: "split", label: t("canvas.layout.split"), icon: Columns2, bare: true },
        { value: "canvas", label: t("canvas.layout.canvas"), icon: Workflow, bare: true },
      ]}
      onChange={(next) => {
        showChat(next !== "canvas");
        widenChat(next === "chat");
      }}
    />
  );
}
