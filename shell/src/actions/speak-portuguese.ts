import { Languages } from "lucide-react";

import { useLocale } from "@/i18n";
import type { Action } from "./action";

export const action: Action = {
  id: "speak-portuguese",
  labelKey: "actions.speak-portuguese",
  icon: Languages,
  group: "desk",
  when: () => useLocale.getState().locale !== "pt-BR",
  perform: ({ appear }) => appear({ locale: "pt-BR" }),
};
