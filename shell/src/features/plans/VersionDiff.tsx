import { usePlanDiff } from "@/api";
import { useT } from "@/i18n";
import { readable } from "@/plans/editing";
import { RowsSkeleton, Trouble } from "@/stage";
import { Diff } from "@/ui";
import { asDiff, pathWords } from "./paths";

interface VersionDiffProps {
  readonly plan: string;
  readonly from: number;
  readonly to: number;
}

/** What differs between two versions, place by place. */
export function VersionDiff({ plan, from, to }: VersionDiffProps) {
  const t = useT();
  const { data, error, refetch } = usePlanDiff(plan, from, to);
  if (from === to) return <p className="text-sm text-muted">{t("plans.diff.same")}</p>;
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton count={2} />;
  if (data.changes.length === 0) return <p className="text-sm text-muted">{t("plans.diff.none")}</p>;
  return (
    <div className="flex flex-col gap-3">
      {data.changes.map(({ path, before, after }) => (
        <Diff key={path} prose path={pathWords(path, t)} diff={asDiff(readable(before), readable(after))} />
      ))}
    </div>
  );
}
