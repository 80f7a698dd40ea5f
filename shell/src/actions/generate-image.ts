import { ImagePlus } from "lucide-react";

import { translate } from "@/i18n";
import { useComposer } from "@/state";
import type { Action } from "./action";

export const action: Action = {
  id: "generate-image",
  labelKey: "actions.generate-image",
  icon: ImagePlus,
  group: "make",
  perform: () => useComposer.getState().fill(translate("actions.generate-image.words")),
};
