import { Waypoints } from "lucide-react";
import { useCallback, useMemo, useRef } from "react";

import { type Run, useProjects } from "@/api";
import { projectNameOf, useT } from "@/i18n";
import { Nothing, Page, RowsSkeleton, Trouble } from "@/stage";
import { Card, VirtualList, type VirtualListHandle } from "@/ui";
import { isNarrowed } from "./filters";
import { RunFilters } from "./RunFilters";
import { RunLine } from "./RunLine";
import { useListKeys } from "./useListKeys";
import { useRunList } from "./useRunList";

const NO_RUNS: readonly Run[] = [];

/** All work that has steps, what waits for a person first. */
export function RunList() {
  const t = useT();
  const { filters, narrow, clear, runs, error, retry, more } = useRunList();
  return (
    <Page title={t("runs.title")} about={t("runs.about")}>
      <div className="flex flex-col gap-3">
        <RunFilters filters={filters} onChange={narrow} />
        {runs === undefined ? (
          error ? (
            <Trouble error={error} onRetry={retry} />
          ) : (
            <RowsSkeleton count={6} />
          )
        ) : runs.length === 0 ? (
          <Nothing
            icon={Waypoints}
            narrowed={isNarrowed(filters)}
            onClear={clear}
            hidden={["runs.nothing", "runs.nothing.action"]}
            empty={["runs.empty", "runs.empty.about", "runs.empty.action", "runs.empty.ask"]}
          />
        ) : (
          <Listing runs={runs} onEnd={more} />
        )}
      </div>
    </Page>
  );
}

function Listing({ runs = NO_RUNS, onEnd }: { readonly runs: readonly Run[]; readonly onEnd: () => void }) {
  const t = useT();
  const list = useRef<VirtualListHandle>(null);
  const { data: projects } = useProjects();
  const names = useMemo(() => new Map(projects?.map(({ project }) => [project.id, projectNameOf(project, t)])), [projects, t]);
  const marked = useListKeys(runs, useCallback((place: number) => list.current?.scrollTo(place), []));
  return (
    <Card className="overflow-hidden">
      <VirtualList ref={list} items={runs} keyOf={(run) => run.id} estimate={53} label={t("runs.list")} onEnd={onEnd} className="-mb-px">
        {(run, place) => <RunLine run={run} project={names.get(run.project) ?? ""} marked={place === marked} />}
      </VirtualList>
    </Card>
  );
}
