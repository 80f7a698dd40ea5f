import { LayoutGrid } from "lucide-react";

import { useLayout } from "@/state";
import type { Action } from "./action";

export const action: Action = {
  id: "show-screens",
  labelKey: "actions.show-screens",
  icon: LayoutGrid,
  group: "find",
  keys: "m",
  perform: () => useLayout.getState().showOverview(true),
};
