/** What screens are made of: the page, its sections, rows, and trouble told well. */

export { CorrectMemory } from "./CorrectMemory";
export { EnvironmentBand } from "./EnvironmentBand";
export { Fact } from "./Fact";
export { Filter } from "./Filter";
export { FilterBar } from "./FilterBar";
export { Fold } from "./Fold";
export { InlineChoice, type InlineChoiceProps } from "./InlineChoice";
export { InlineDay, type InlineDayProps } from "./InlineDay";
export { InlineText, type InlineTextProps } from "./InlineText";
export { LeaveDialog } from "./LeaveDialog";
export { Led } from "./Led";
export { Nothing } from "./Nothing";
export { Page } from "./Page";
export { ResultData } from "./ResultData";
export { Rows } from "./Rows";
export { RowsSkeleton } from "./RowsSkeleton";
export { Section } from "./Section";
export { Trouble } from "./Trouble";
export { type Pair, TwoVersions } from "./TwoVersions";
export { savePackage } from "./savePackage";
export { everything, extended, NOTHING, type Selection, stillThere, toggled } from "./selection";
export { tellTrouble, troubleOf } from "./trouble";
export { useLeaveGuard } from "./useLeaveGuard";
export { useSettled } from "./useSettled";
export { useUndoToast } from "./useUndoToast";
export { Way } from "./Way";
