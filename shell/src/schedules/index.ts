/** Schedules as screens show them: rows, words, switches; when they are due and how that is written. */

export { comingOf } from "./coming";
export { HeartbeatRow } from "./HeartbeatRow";
export { NextTime } from "./NextTime";
export { ScheduleMenu } from "./ScheduleMenu";
export { ScheduleRow } from "./ScheduleRow";
export { ScheduleRows } from "./ScheduleRows";
export { inOrder, standingOf, type Standing } from "./standing";
export { draftOf, freshTiming, RHYTHMS, type Rhythm, type TimingDraft, timingOf, UNITS, type Unit, WEEK } from "./timing";
export { useScheduleActions } from "./useScheduleActions";
export { dueOf, rhythmOf, titleOf } from "./words";
export { offsetName, ownZone, zoneName, zones } from "./zones";
