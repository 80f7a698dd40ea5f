import { BellRing } from "lucide-react";

import { translate } from "@/i18n";
import { askToNotify, useNotifications } from "@/state";
import { toast } from "@/ui";
import type { Action } from "./action";

export const action: Action = {
  id: "notify",
  labelKey: "actions.notify",
  icon: BellRing,
  group: "desk",
  when: () => useNotifications.getState().possible && !useNotifications.getState().on,
  perform: () => {
    void askToNotify().then((on) => {
      if (on) toast.success(translate("actions.notify.done"));
      else toast.error(translate("actions.notify.refused"), { description: translate("actions.notify.refused.hint") });
    });
  },
};
