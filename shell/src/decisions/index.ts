/**
 * Deciding and taking back, the same wherever they stand. `UndoDialog` and `proposals/ProposalCard` are fetched when
 * wanted, by their own names.
 */

export { ApprovalCard } from "./ApprovalCard";
export { ChangeList } from "./ChangeList";
export { ChangeRow } from "./ChangeRow";
export { DocumentDiff } from "./DocumentDiff";
export { isYes, optionFor } from "./keys";
export { JsonField } from "./JsonField";
export { changedKeys, type Draft, draftOf, readDraft } from "./json";
export { Preview } from "./Preview";
export { Proposals } from "./proposals/Proposals";
export { UndoButton } from "./UndoButton";
export { type Decision, useDecision } from "./useDecision";
