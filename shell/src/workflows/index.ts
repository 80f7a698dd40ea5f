/** Workflows as several screens draw them: the canvas, fetched with its words when it is wanted. */

import { lazy } from "react";

import { withWords } from "@/i18n";

export type { CanvasProps } from "./canvas/Canvas";
export { type EditorStore, type Guard, makeEditor } from "./canvas/editor";
export { type Looks, NO_LOOKS, type Remark, type Standing } from "./canvas/looks";
export type { StepTools } from "./canvas/words/stepTools";
export { type LastRun, NO_RUN } from "./canvas/words/lastRun";

export const Canvas = lazy(() => withWords("workflows", import("./canvas/Canvas")).then((module) => ({ default: module.Canvas })));
export const CompareCanvas = lazy(() => withWords("workflows", import("./canvas/CompareCanvas")).then((module) => ({ default: module.CompareCanvas })));
