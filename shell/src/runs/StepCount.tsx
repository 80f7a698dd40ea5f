import { useMemo } from "react";

import { useRunGraph } from "@/api";
import { useT } from "@/i18n";
import { progressOf } from "./steps";
import { useSteps } from "./useSteps";

/** "3 of 7 steps", counting on; use `RunProgress`, which loads it when there are steps. */
export function StepCount({ run }: { readonly run: string }) {
  const t = useT();
  const { data: graph } = useRunGraph(run);
  const steps = useSteps(graph);
  const { done, total } = useMemo(() => progressOf(steps.values()), [steps]);
  return total === 0 ? null : <span className="whitespace-nowrap tabular-nums">{t("steps.progress", { done, count: total })}</span>;
}
