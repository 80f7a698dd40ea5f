import { Component } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "design",
  path: "/design",
  icon: Component,
  labelKey: "design.title",
  dock: false,
  letter: "d",
  component: lazy(() => withWords("design", import("./DesignScreen")).then((module) => ({ default: module.DesignScreen }))),
};
