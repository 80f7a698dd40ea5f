import { FileDiff } from "lucide-react";

import { useChanges } from "@/api";
import { ChangeRow } from "@/decisions";
import { useT } from "@/i18n";
import { Rows, RowsSkeleton, Trouble } from "@/stage";
import { EmptyState } from "@/ui";

/** What the run altered, each with its way back. */
export function ChangeListing({ run }: { readonly run: string }) {
  const t = useT();
  const { data: changes, error, refetch } = useChanges(run);
  if (changes === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton count={2} />;
  if (changes.length === 0) return <EmptyState icon={FileDiff} title={t("runs.changes.none")} />;
  return (
    <Rows label={t("runs.view.changes")}>
      {changes.map((change) => (
        <ChangeRow key={change.id} change={change} />
      ))}
    </Rows>
  );
}
