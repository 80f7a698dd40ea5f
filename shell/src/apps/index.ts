/** What the screens of several apps share: the steps of an import, a sample to remove, a page that is not there yet. */

export { ImportRun } from "./ImportRun";
export { ImportSource, type ImportSourceWords, SafeNote } from "./ImportSource";
export { ImportSteps } from "./ImportSteps";
export { Note } from "./Note";
export { PasteForm } from "./PasteForm";
export { SampleBadge } from "./SampleBadge";
export { stepOf } from "./steps";
export { useAct } from "./useAct";
export { useFileSending } from "./useFileSending";
export { useImportStart } from "./useImportStart";
export { type AppWords, Missing, Waiting } from "./Waiting";
