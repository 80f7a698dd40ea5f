/** Runs as screens show them: their rows, their steps, and what happened in them. */

export { Elapsed } from "./Elapsed";
export { commandOf, executedOf } from "./executed";
export { environmentOf, isGuarded } from "./guarded";
export { LiveOutput } from "./LiveOutput";
export { sentenceOf, wordsOf } from "./line";
export { type Names, namesOf } from "./names";
export { graphsIn, unbegun } from "./planned";
export type { Printed } from "./printed";
export { type Moment, momentAt, pauses, type Story, storyIn } from "./replay";
export { RunProgress } from "./RunProgress";
export { RunRow } from "./RunRow";
export { sentenceOfEvent } from "./sentence";
export { StopButton } from "./StopButton";
export { approvalDotOf, dotOf, hasSteps, isFinal, pathOf, stepDotOf, titleOf } from "./status";
export { isOver, ownerOf, type Progress, progressOf, type Steps } from "./steps";
export { Ticking } from "./Ticking";
export { Timeline } from "./Timeline";
export { useRunEvents } from "./useRunEvents";
export { useSteps } from "./useSteps";
