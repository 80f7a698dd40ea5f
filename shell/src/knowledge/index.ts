/**
 * Knowledge wherever it is seen besides its own screen: in answers, beside the talk, and on the page of a project.
 *
 * It comes with its words when there is something to show. The screen itself takes the pieces by their own names.
 */

import { lazy } from "react";

import { withWords } from "@/i18n";

export const AnswerWords = lazy(() => withWords("knowledge", import("./answer/AnswerWords")).then((module) => ({ default: module.AnswerWords })));

export const AnswerSources = lazy(() => withWords("knowledge", import("./answer/AnswerSources")).then((module) => ({ default: module.AnswerSources })));

export const ProjectKnowledge = lazy(() => withWords("knowledge", import("./ProjectKnowledge")).then((module) => ({ default: module.ProjectKnowledge })));

export const TalkDocuments = lazy(() => withWords("knowledge", import("./TalkDocuments")).then((module) => ({ default: module.TalkDocuments })));
