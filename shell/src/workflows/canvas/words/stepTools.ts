import { createContext, type ReactNode, useContext } from "react";

/** What a screen offers to do with one step, below what the step says. */
export type StepTools = (place: string) => ReactNode;

export const StepToolsContext = createContext<StepTools>(() => null);

export const useStepTools = (): StepTools => useContext(StepToolsContext);
