/**
 * Plans wherever they are seen besides their own screen: in the talk, and on the page of a run.
 *
 * They come with their words when there is something to show. The screen itself takes the pieces by their own names.
 */

import { lazy } from "react";

import { withWords } from "@/i18n";

export const PlanInChat = lazy(() => withWords("plans", import("./ChatPlan")).then((module) => ({ default: module.ChatPlan })));

export const ContextOfRun = lazy(() => withWords("plans", import("./RunContext")).then((module) => ({ default: module.RunContext })));

export const ContextOfTalk = lazy(() => withWords("plans", import("./TalkContext")).then((module) => ({ default: module.TalkContext })));
