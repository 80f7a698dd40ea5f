import { PanelLeft } from "lucide-react";

import type { Action } from "./action";

export const action: Action = {
  id: "toggle-labels",
  labelKey: "actions.toggle-labels",
  icon: PanelLeft,
  group: "desk",
  keys: "[",
  perform: ({ desktop, arrange }) => arrange({ labels: !(desktop?.labels ?? true) }),
};
