import { Component } from "lucide-react";
import { lazy } from "react";

import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "design",
  path: "/design",
  icon: Component,
  labelKey: "design.title",
  dock: false,
  letter: "d",
  component: lazy(() => import("./DesignScreen").then((module) => ({ default: module.DesignScreen }))),
};
