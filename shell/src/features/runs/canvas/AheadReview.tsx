import { ArrowLeft } from "lucide-react";
import { Suspense } from "react";

import type { RunGraph, StepView } from "@/api";
import { StepDecision } from "@/decisions";
import { useT } from "@/i18n";
import { Button, Skeleton } from "@/ui";
import { CompareCanvas } from "@/workflows";
import type { AheadDraft } from "./useAhead";

interface AheadReviewProps {
  readonly graph: RunGraph;
  readonly drawn: AheadDraft;
  readonly asked: readonly (StepView & { approval: string })[];
  readonly onBack: () => void;
}

/** What would change, and the decision that the run waits for: only with a yes to that, it goes on with what was drawn. */
export function AheadReview({ graph, drawn: { before, mine }, asked, onBack }: AheadReviewProps) {
  const t = useT();
  return (
    <section aria-label={t("runs.ahead.review")} tabIndex={0} className="flex min-h-0 flex-1 gap-3 @max-[1000px]:flex-col @max-[1000px]:overflow-y-auto">
      <div className="flex min-h-80 min-w-0 flex-1 flex-col gap-2 @max-[1000px]:min-h-96">
        <Button size="sm" icon={ArrowLeft} className="self-start" onClick={onBack}>
          {t("runs.ahead.back")}
        </Button>
        <Suspense fallback={<Skeleton className="size-full rounded-lg" />}>
          <CompareCanvas before={before} after={mine} />
        </Suspense>
      </div>
      <div className="flex w-full shrink-0 flex-col gap-3 @min-[1000px]:w-96 @min-[1000px]:overflow-y-auto">
        <h2 className="sr-only">{t("runs.ahead.review")}</h2>
        <p className="text-sm text-fg">{t("runs.ahead.decide")}</p>
        {graph.run.envelope !== null && <p className="text-sm text-muted">{t("runs.ahead.asks")}</p>}
        {asked.map((step) => (
          <StepDecision key={step.approval} run={graph.run.id} step={step} approval={step.approval} state={graph.state} change={{ graph: mine.graph, seen: graph.graph_hash }} />
        ))}
      </div>
    </section>
  );
}
