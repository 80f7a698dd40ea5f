import { History } from "lucide-react";
import { useDeferredValue, useState } from "react";

import { type ChangedKind, itemsOf, useHistory, useProjects } from "@/api";
import { projectNameOf, useI18n, useT } from "@/i18n";
import { Filter, FilterBar, Nothing, Page, Rows, RowsSkeleton, Section, Trouble } from "@/stage";
import { Button } from "@/ui";
import { HistoryRow } from "./HistoryRow";
import { byDay, EVERYTHING, type Filters, isNarrowed, KINDS } from "./history";

/** All changes under their days, the latest first. */
export function ChangeListing() {
  const { t, format } = useI18n();
  const [filters, setFilters] = useState<Filters>(EVERYTHING);
  const words = useDeferredValue(filters.words);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useHistory({
    kind: filters.kind === "all" ? undefined : filters.kind,
    project: filters.project === "all" ? undefined : filters.project,
    words,
  });
  const days = byDay(itemsOf(data), (iso) => format.day(iso));
  return (
    <Page title={t("history.title")} about={t("history.about")}>
      <div className="flex flex-col gap-6">
        <Narrowing filters={filters} onChange={setFilters} />
        {data === undefined ? (
          error ? (
            <Trouble error={error} onRetry={() => void refetch()} />
          ) : (
            <RowsSkeleton count={6} />
          )
        ) : days.length === 0 ? (
          <Nothing
            icon={History}
            narrowed={isNarrowed(filters)}
            onClear={() => setFilters(EVERYTHING)}
            hidden={["history.nothing", "history.nothing.action"]}
            empty={["history.empty", "history.empty.about", "history.empty.action", "history.empty.ask"]}
          />
        ) : (
          days.map((day) => (
            <Section key={day.title} title={day.title}>
              <Rows label={day.title}>
                {day.changes.map((change) => (
                  <HistoryRow key={change.id} change={change} />
                ))}
              </Rows>
            </Section>
          ))
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

interface NarrowingProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

function Narrowing({ filters, onChange }: NarrowingProps) {
  const t = useT();
  const { data: projects = [] } = useProjects();
  return (
    <FilterBar label={t("history.search")} words={filters.words} onWords={(words) => onChange({ ...filters, words })}>
      <Filter<ChangedKind | "all">
        label={t("history.kind")}
        value={filters.kind}
        onChange={(kind) => onChange({ ...filters, kind })}
        options={[
          { value: "all", label: t("history.kind.all") },
          ...KINDS.map((value) => ({ value, label: t(`history.kind.${value}`) })),
        ]}
      />
      <Filter
        label={t("history.project")}
        value={filters.project}
        onChange={(project) => onChange({ ...filters, project })}
        options={[
          { value: "all", label: t("history.project.all") },
          ...projects.map(({ project }) => ({ value: project.id, label: projectNameOf(project, t) })),
        ]}
      />
    </FilterBar>
  );
}
