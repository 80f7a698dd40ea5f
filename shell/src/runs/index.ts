/** Runs as screens show them. */

export { Elapsed } from "./Elapsed";
export { RunRow } from "./RunRow";
export { StopButton } from "./StopButton";
export { approvalDotOf, dotOf, elapsedOf, isFinal, titleOf } from "./status";
