import { lazy, Suspense } from "react";

import { Skeleton } from "@/ui";
import type { ApprovalCardProps } from "./ApprovalSheet";

const ApprovalSheet = lazy(() => import("./ApprovalSheet").then((module) => ({ default: module.ApprovalSheet })));

/** One thing that waits for a person, or waited: what exactly, the choice, and what came of it. A and D decide. */
export function ApprovalCard(props: ApprovalCardProps) {
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full rounded-lg" />}>
      <ApprovalSheet {...props} />
    </Suspense>
  );
}
