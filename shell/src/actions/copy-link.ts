import { Link2 } from "lucide-react";

import { translate } from "@/i18n";
import { toast } from "@/ui";
import type { Action } from "./action";

export const action: Action = {
  id: "copy-link",
  labelKey: "actions.copy-link",
  icon: Link2,
  group: "desk",
  perform: () => {
    const done = navigator.clipboard.writeText(location.href);
    void done.then(
      () => toast.success(translate("actions.copy-link.done")),
      () => toast.error(translate("actions.copy-link.failed")),
    );
  },
};
