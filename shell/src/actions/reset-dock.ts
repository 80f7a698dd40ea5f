import { RotateCcw } from "lucide-react";

import { translate } from "@/i18n";
import { undoToast } from "@/ui";
import type { Action } from "./action";

export const action: Action = {
  id: "reset-dock",
  labelKey: "actions.reset-dock",
  icon: RotateCcw,
  group: "desk",
  when: ({ desktop }) => desktop !== undefined && desktop.pins.length > 0,
  perform: ({ desktop, arrange }) => {
    const before = desktop?.pins ?? [];
    arrange({ pins: [] });
    undoToast({ message: translate("dock.reset.done"), undo: () => arrange({ pins: before }) });
  },
};
