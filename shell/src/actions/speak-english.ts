import { Languages } from "lucide-react";

import { useLocale } from "@/i18n";
import type { Action } from "./action";

export const action: Action = {
  id: "speak-english",
  labelKey: "actions.speak-english",
  icon: Languages,
  group: "desk",
  when: () => useLocale.getState().locale !== "en",
  perform: ({ appear }) => appear({ locale: "en" }),
};
