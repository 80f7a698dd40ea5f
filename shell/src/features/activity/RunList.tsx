import { Activity } from "lucide-react";
import { useState } from "react";

import { useRuns } from "@/api";
import { useT } from "@/i18n";
import { RunRow } from "@/runs";
import { Filter, FilterBar, Nothing, Page, Rows, RowsSkeleton, Trouble } from "@/stage";
import { Button, RelativeTime } from "@/ui";
import { EVERYTHING, type Filters, isNarrowed, KINDS, STATUSES, withWords } from "./filters";

/** All runs, the latest first. */
export function RunList() {
  const t = useT();
  const [filters, setFilters] = useState<Filters>(EVERYTHING);
  const { kind, status, words } = filters;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useRuns({
    kind: kind === "all" ? undefined : kind,
    status: status === "all" ? undefined : status,
  });
  const runs = withWords(data?.pages.flatMap((page) => page.items) ?? [], words);
  return (
    <Page title={t("activity.title")} about={t("activity.about")}>
      <div className="flex flex-col gap-3">
        <FilterBar label={t("activity.search")} words={words} onWords={(next) => setFilters({ ...filters, words: next })}>
          <Filter
            label={t("activity.kind")}
            value={kind}
            onChange={(next) => setFilters({ ...filters, kind: next })}
            options={[
              { value: "all", label: t("activity.kind.all") },
              ...KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
            ]}
          />
          <Filter
            label={t("activity.status")}
            value={status}
            onChange={(next) => setFilters({ ...filters, status: next })}
            options={[
              { value: "all", label: t("activity.status.all") },
              ...STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
            ]}
          />
        </FilterBar>
        {data === undefined ? (
          error ? (
            <Trouble error={error} onRetry={() => void refetch()} />
          ) : (
            <RowsSkeleton count={6} />
          )
        ) : runs.length === 0 ? (
          <Nothing
            icon={Activity}
            narrowed={isNarrowed(filters)}
            onClear={() => setFilters(EVERYTHING)}
            hidden={["activity.nothing", "activity.nothing.action"]}
            empty={["activity.empty", "activity.empty.about", "activity.empty.action", "activity.empty.ask"]}
          />
        ) : (
          <Rows label={t("activity.list")}>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} detail={<RelativeTime iso={run.started_at} />} />
            ))}
          </Rows>
        )}
        {hasNextPage && (
          <Button tone="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="self-center">
            {t("words.more")}
          </Button>
        )}
      </div>
    </Page>
  );
}
