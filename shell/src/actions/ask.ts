import { MessageCircleQuestion } from "lucide-react";

import { useComposer, useLayout } from "@/state";
import type { Action } from "./action";

export const action: Action = {
  id: "ask",
  labelKey: "actions.ask",
  icon: MessageCircleQuestion,
  group: "chat",
  keys: "/",
  perform: () => {
    useLayout.getState().showChat(true);
    useComposer.getState().focus();
  },
};
