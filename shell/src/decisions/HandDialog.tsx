import { lazy, Suspense } from "react";

import type { HandDialogProps } from "./HandSheet";

export type { HandDialogProps, HandOutcome } from "./HandSheet";

const HandSheet = lazy(() => import("./HandSheet").then((module) => ({ default: module.HandSheet })));

/** Shows what an action by hand would do, asks for typed words where much goes, and does exactly what was shown. */
export function HandDialog(props: HandDialogProps) {
  if (!props.open) return null;
  return (
    <Suspense>
      <HandSheet {...props} />
    </Suspense>
  );
}
