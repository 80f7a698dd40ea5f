import { Undo2 } from "lucide-react";

import { readLatestUndoable } from "@/api";
import { translate } from "@/i18n";
import { useLayout } from "@/state";
import { toast } from "@/ui";
import type { Action } from "./action";

export const action: Action = {
  id: "undo-last",
  labelKey: "actions.undo-last",
  icon: Undo2,
  group: "desk",
  keys: "mod+z",
  outsideFields: true,
  perform: () => {
    void readLatestUndoable()
      .then((change) => {
        if (change === null) toast(translate("actions.undo-last.nothing"));
        else useLayout.getState().showUndo({ kind: "change", id: change.id });
      })
      .catch(() => toast.error(translate("error.network")));
  },
};
