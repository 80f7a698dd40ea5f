import { Keyboard } from "lucide-react";

import { useLayout } from "@/state";
import type { Action } from "./action";

export const action: Action = {
  id: "show-shortcuts",
  labelKey: "actions.show-shortcuts",
  icon: Keyboard,
  group: "find",
  keys: "?",
  perform: () => useLayout.getState().showShortcuts(true),
};
