import { type RunDetail, useRun } from "@/api";
import { useT } from "@/i18n";
import { RunRow, Timeline, useRunEvents } from "@/runs";
import { Fold, Rows, Section, Trouble } from "@/stage";
import { Skeleton } from "@/ui";

/** The agent at work in a step: its own run, and what it says and does as it happens. */
export function AgentRun({ id }: { readonly id: string }) {
  const t = useT();
  const { data, error, refetch } = useRun(id);
  return (
    <Section title={t("steps.agent")}>
      {data !== undefined ? (
        <>
          <Rows>
            <RunRow run={data.run} />
          </Rows>
          <Fold title={t("steps.agent.story")}>
            <Told detail={data} />
          </Fold>
        </>
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-10 w-full rounded-lg" />
      )}
    </Section>
  );
}

function Told({ detail }: { readonly detail: RunDetail }) {
  return <Timeline events={useRunEvents(detail)} />;
}
