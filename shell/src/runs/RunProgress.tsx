import { lazy, Suspense } from "react";

import type { Run } from "@/api";
import { hasSteps, isFinal } from "./status";

// Home is light: following steps is fetched once there are some to follow.
const StepCount = lazy(() => import("./StepCount").then((module) => ({ default: module.StepCount })));

/** How many steps of a run are done, while it goes on; nothing for runs without steps. */
export function RunProgress({ run }: { readonly run: Run }) {
  if (isFinal(run) || !hasSteps(run)) return null;
  return (
    <Suspense>
      <StepCount run={run.id} />
    </Suspense>
  );
}
