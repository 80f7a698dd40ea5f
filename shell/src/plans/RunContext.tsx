import { BrainCog } from "lucide-react";
import { useMemo } from "react";

import { itemsOf, useMemories } from "@/api";
import { useT } from "@/i18n";
import { RowsSkeleton, Section, Trouble } from "@/stage";
import { Button, Card, EmptyState } from "@/ui";
import { inMind } from "./context";
import { ContextRow } from "./ContextRow";

interface RunContextProps {
  readonly run: string;
  /** Whether nothing is shown while there is nothing to show. */
  readonly quiet?: boolean;
}

/** What a run has in mind while it works: its objective, the step it is at, what came out, what went wrong. Open to correction. */
export function RunContext({ run, quiet = false }: RunContextProps) {
  const t = useT();
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useMemories({ layer: "working", scope: `run:${run}` });
  const items = useMemo(() => inMind(itemsOf(data)), [data]);
  if (items.length === 0 && quiet) return null;
  return (
    <Section title={t("plans.context")} about={t("plans.context.about")}>
      {isPending ? (
        <RowsSkeleton count={3} />
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : items.length === 0 ? (
        <EmptyState icon={BrainCog} title={t("plans.context.empty")}>
          {t("plans.context.empty.about")}
        </EmptyState>
      ) : (
        <Card className="overflow-hidden">
          <ul aria-label={t("plans.context")} className="divide-y divide-line">
            {items.map((item) => (
              <ContextRow key={item.id} item={item} />
            ))}
          </ul>
        </Card>
      )}
      {hasNextPage && (
        <Button tone="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="self-center">
          {t("words.more")}
        </Button>
      )}
    </Section>
  );
}
