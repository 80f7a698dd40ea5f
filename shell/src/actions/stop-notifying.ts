import { BellOff } from "lucide-react";

import { translate } from "@/i18n";
import { stopNotifying, useNotifications } from "@/state";
import { toast } from "@/ui";
import type { Action } from "./action";

export const action: Action = {
  id: "stop-notifying",
  labelKey: "actions.stop-notifying",
  icon: BellOff,
  group: "desk",
  when: () => useNotifications.getState().on,
  perform: () => {
    stopNotifying();
    toast.success(translate("actions.stop-notifying.done"));
  },
};
