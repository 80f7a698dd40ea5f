import { useMemo, useState } from "react";

import { useWorkflowPreview, type Workflow } from "@/api";
import { GraphCard } from "@/graphs";
import { useT } from "@/i18n";
import { Section, Trouble } from "@/stage";
import { Button, Card } from "@/ui";
import { StepItem } from "./StepItem";
import { linesOf } from "./steps";

/** A list longer than this is shown piece by piece. */
const PIECE = 200;

/** A picture of it, and every step in words: what it does to the world, and where it stops to ask. */
export function StepsTab({ workflow }: { readonly workflow: Workflow }) {
  const t = useT();
  const { data: preview, error, refetch } = useWorkflowPreview(workflow.id);
  const lines = useMemo(() => linesOf(workflow.graph), [workflow]);
  const [shown, show] = useState(PIECE);
  const seen = useMemo(() => new Map(preview?.steps.map((step) => [step.place, step])), [preview]);
  return (
    <div className="flex flex-col gap-8">
      <GraphCard graph={workflow.graph} />
      {error && <Trouble error={error} onRetry={() => void refetch()} />}
      <Section title={t("workflows.steps", { count: lines.length })} about={t("workflows.steps.about")}>
        <Card className="overflow-hidden">
          <ol aria-label={t("workflows.tab.steps")} className="divide-y divide-line">
            {lines.slice(0, shown).map((line) => (
              <StepItem key={line.place} line={line} seen={seen.get(line.place)} />
            ))}
          </ol>
        </Card>
        {lines.length > shown && (
          <Button tone="quiet" onClick={() => show(shown + PIECE)} className="self-center">
            {t("words.more")}
          </Button>
        )}
      </Section>
    </div>
  );
}
