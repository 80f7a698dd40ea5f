import { lazy, Suspense } from "react";

import { Skeleton } from "@/ui";
import type { CommandOutputProps } from "./CommandOutput";

const CommandOutput = lazy(() => import("./CommandOutput").then((module) => ({ default: module.CommandOutput })));

/** What a command prints, as it prints it; the terminal is fetched when one is shown. */
export function LiveOutput(props: CommandOutputProps) {
  return (
    <Suspense fallback={<Skeleton className="h-20 w-full rounded-md" />}>
      <CommandOutput {...props} />
    </Suspense>
  );
}
