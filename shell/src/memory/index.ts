/** Memory wherever it is seen besides its own screen: on the page of a project. It comes with its words. */

import { lazy } from "react";

import { withWords } from "@/i18n";

export const FileEdits = lazy(() => withWords("memory", import("./FileEdits")).then((module) => ({ default: module.FileEdits })));
