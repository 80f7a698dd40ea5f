import { ClipboardList } from "lucide-react";
import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";

import { itemsOf, usePlans, useProjects } from "@/api";
import { projectNameOf, useT } from "@/i18n";
import { Filter, FilterBar, Page, Rows, RowsSkeleton, Trouble } from "@/stage";
import { Button, DropZone, EmptyState } from "@/ui";
import { type Filters, isNarrowed, readFilters, STANDINGS, wanted, writeFilters } from "./filters";
import { ImportButton } from "./ImportButton";
import { NewPlan } from "./NewPlan";
import { PlanRow } from "./PlanRow";
import { useImport } from "./useImport";

/** Every plan, the last changed first, and above them the field that makes the next one. */
export function PlanList({ fresh }: { readonly fresh: boolean }) {
  const t = useT();
  const [, go] = useLocation();
  const search = useSearch();
  const filters = useMemo(() => readFilters(search), [search]);
  const narrow = (part: Partial<Filters>) => go(`/plans${writeFilters({ ...filters, ...part })}`, { replace: true });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePlans(filters.project === "" ? {} : { project: filters.project });
  const { data: projects = [] } = useProjects();
  const open = useImport();
  const names = new Map(projects.map(({ project }) => [project.id, projectNameOf(project, t)]));
  const all = data === undefined ? undefined : itemsOf(data);
  const shown = all && wanted(all, filters);
  const nothing = all !== undefined && all.length === 0 && !isNarrowed(filters);
  return (
    <DropZone label={t("plans.drop")} onFiles={open} className="min-h-full">
      <Page title={t("plans.title")} about={t("plans.about")} aside={<ImportButton onFiles={open} />}>
        <NewPlan focused={fresh} examples={nothing} />
        {!nothing && (
          <div className="flex flex-col gap-3">
            <FilterBar label={t("plans.search")} words={filters.words} onWords={(words) => narrow({ words })}>
              <Filter
                label={t("plans.show")}
                value={filters.standing}
                onChange={(standing) => narrow({ standing })}
                options={STANDINGS.map((value) => ({ value, label: t(`plans.show.${value}`) }))}
              />
              <Filter
                label={t("plans.project")}
                value={filters.project}
                onChange={(project) => narrow({ project })}
                options={[{ value: "", label: t("plans.project.all") }, ...[...names].map(([value, label]) => ({ value, label }))]}
              />
            </FilterBar>
            {shown === undefined ? (
              error ? (
                <Trouble error={error} onRetry={() => void refetch()} />
              ) : (
                <RowsSkeleton />
              )
            ) : shown.length === 0 ? (
              <EmptyState icon={ClipboardList} title={t("plans.nothing")} action={<Button onClick={() => go("/plans", { replace: true })}>{t("plans.nothing.action")}</Button>} />
            ) : (
              <Rows label={t("plans.title")}>
                {shown.map((plan) => (
                  <PlanRow key={plan.id} plan={plan} project={names.get(plan.project) ?? plan.project} />
                ))}
              </Rows>
            )}
            {hasNextPage && (
              <Button tone="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="self-center">
                {t("words.more")}
              </Button>
            )}
          </div>
        )}
      </Page>
    </DropZone>
  );
}
