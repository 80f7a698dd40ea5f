import type { RunDetail } from "@/api";
import { useChanges } from "@/api";
import { useT } from "@/i18n";
import { Rows, RowsSkeleton, Section, Trouble } from "@/stage";
import { ChangeRow } from "./ChangeRow";

/** What the run altered, each with its way back. */
export function Changes({ detail }: { readonly detail: RunDetail }) {
  const t = useT();
  const { data: changes, error, refetch } = useChanges(detail.run.id);
  if (changes?.length === 0) return null;
  return (
    <Section title={t("activity.changes")}>
      {changes !== undefined ? (
        <Rows>
          {changes.map((change) => (
            <ChangeRow key={change.id} change={change} preview={previewOf(detail, change.call)} />
          ))}
        </Rows>
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton count={1} />
      )}
    </Section>
  );
}

/** What was approved is what was changed: the approval of the very call shows it line by line. */
function previewOf(detail: RunDetail, call: string | null) {
  const preview = detail.approvals.find((approval) => call !== null && approval.call?.id === call)?.preview;
  return preview?.type === "diff" ? preview : undefined;
}
