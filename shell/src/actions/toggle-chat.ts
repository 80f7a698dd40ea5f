import { MessageSquare } from "lucide-react";

import { useComposer, useLayout } from "@/state";
import type { Action } from "./action";

export const action: Action = {
  id: "toggle-chat",
  labelKey: "actions.toggle-chat",
  icon: MessageSquare,
  group: "chat",
  keys: "mod+j",
  perform: () => {
    const { chat, showChat } = useLayout.getState();
    showChat(!chat);
    if (!chat) useComposer.getState().focus();
  },
};
