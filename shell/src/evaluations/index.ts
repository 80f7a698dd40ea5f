/**
 * Evaluations wherever they are seen besides their own screen: on the page of an agent.
 *
 * They come with their words when there is something to show. The screen itself takes the pieces by their own names.
 */

import { lazy } from "react";

import { withWords } from "@/i18n";

export const AgentTrials = lazy(() => withWords("evaluations", import("./AgentTrials")).then((module) => ({ default: module.AgentTrials })));

export const NewAgentTrial = lazy(() => withWords("evaluations", import("./NewAgentTrial")).then((module) => ({ default: module.NewAgentTrial })));
