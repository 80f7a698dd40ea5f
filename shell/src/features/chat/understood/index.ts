/** How words were understood, in the talk. It comes when there is something to tell. */

import { lazy } from "react";

export const UnderstoodRow = lazy(() => import("./UnderstoodRow").then((module) => ({ default: module.UnderstoodRow })));

export const HowUnderstood = lazy(() => import("./HowUnderstood").then((module) => ({ default: module.HowUnderstood })));
