import { Search } from "lucide-react";

import { useLayout } from "@/state";
import type { Action } from "./action";

export const action: Action = {
  id: "open-palette",
  labelKey: "actions.open-palette",
  icon: Search,
  group: "find",
  keys: "mod+k",
  perform: () => useLayout.getState().showPalette(!useLayout.getState().palette),
};
