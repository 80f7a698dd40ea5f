/**
 * Deciding and taking back, the same wherever they stand. `UndoDialog` and `proposals/ProposalCard` are fetched when
 * wanted, by their own names.
 */

export { ApprovalCard } from "./ApprovalCard";
export { AppFields } from "./AppFields";
export { appOf, appPlaceOf, fieldsOf } from "./apps";
export { ChangeList } from "./ChangeList";
export { ChangeRow } from "./ChangeRow";
export { ConfirmWords } from "./ConfirmWords";
export { areTheWords } from "./confirming";
export { DocumentDiff } from "./DocumentDiff";
export { HandDialog, type HandDialogProps, type HandOutcome } from "./HandDialog";
export { isNo, isYes, optionFor } from "./keys";
export { JsonField } from "./JsonField";
export { changedKeys, type Draft, draftOf, readDraft } from "./json";
export { Preview } from "./Preview";
export { TableCounts } from "./records/TableCounts";
export { countWords, type FieldChange, fieldWord, kindWord, type TableCount, valueWord, wordOf } from "./records/records";
export { Proposals } from "./proposals/Proposals";
export { StepDecision } from "./steps/StepDecision";
export { mayCorrect, useStepEdit } from "./steps/useStepEdit";
export { UndoButton } from "./UndoButton";
export { UnseenNote, unseenNoteOf } from "./UnseenNote";
export { type Decision, useDecision } from "./useDecision";
export { isSettled } from "./useFresh";
