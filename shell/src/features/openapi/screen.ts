import { Braces } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "openapi",
  path: "/apis/:id?",
  icon: Braces,
  labelKey: "openapi.title",
  letter: "2",
  dock: { group: "workshop", order: 45, briefKey: "openapi.brief" },
  component: lazy(() => withWords("openapi", import("./ApiScreen")).then((module) => ({ default: module.ApiScreen }))),
};
