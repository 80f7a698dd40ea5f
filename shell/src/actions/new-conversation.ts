import { SquarePen } from "lucide-react";

import { useComposer, useLayout } from "@/state";
import type { Action } from "./action";

export const action: Action = {
  id: "new-conversation",
  labelKey: "actions.new-conversation",
  icon: SquarePen,
  group: "chat",
  keys: "c",
  perform: () => {
    useComposer.getState().open(null);
    useLayout.getState().showChat(true);
    useComposer.getState().focus();
  },
};
