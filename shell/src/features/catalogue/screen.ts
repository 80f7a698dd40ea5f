import { PackagePlus } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "catalogue",
  path: "/catalogue/:source?/:kind?/:name?",
  icon: PackagePlus,
  labelKey: "catalogue.title",
  dock: { group: "workshop", order: 50, briefKey: "catalogue.brief" },
  letter: "0",
  component: lazy(() => withWords("catalogue", import("./CatalogueScreen")).then((module) => ({ default: module.CatalogueScreen }))),
};
