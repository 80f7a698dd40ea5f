import { type RunKind, type RunStatus, useProjects, useWorkflows } from "@/api";
import { projectNameOf, useT } from "@/i18n";
import { Filter, FilterBar } from "@/stage";
import { type Filters, KINDS, STATUSES } from "./filters";

interface RunFiltersProps {
  readonly filters: Filters;
  readonly onChange: (edit: Partial<Filters>) => void;
}

/** What narrows the list: words, how it stands, of which kind, of which workflow, in which project. */
export function RunFilters({ filters, onChange }: RunFiltersProps) {
  const t = useT();
  const { data: projects = [] } = useProjects();
  const { data: workflows = [] } = useWorkflows();
  return (
    <FilterBar label={t("runs.search")} words={filters.words} onWords={(words) => onChange({ words })}>
      <Filter<RunStatus | "all">
        label={t("runs.status")}
        value={filters.status}
        onChange={(status) => onChange({ status })}
        options={[
          { value: "all", label: t("runs.status.all") },
          ...STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
      />
      <Filter<RunKind | "all">
        label={t("runs.kind")}
        value={filters.kind}
        onChange={(kind) => onChange({ kind })}
        options={[{ value: "all", label: t("runs.kind.all") }, ...KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))]}
      />
      {workflows.length > 0 && (
        <Filter
          label={t("runs.workflow")}
          value={filters.workflow}
          onChange={(workflow) => onChange({ workflow })}
          options={[
            { value: "", label: t("runs.workflow.all") },
            ...workflows.map(({ workflow: { id, title } }) => ({ value: id, label: title })),
          ]}
        />
      )}
      {projects.length > 1 && (
        <Filter
          label={t("runs.project")}
          value={filters.project}
          onChange={(project) => onChange({ project })}
          options={[
            { value: "", label: t("runs.project.all") },
            ...projects.map(({ project }) => ({ value: project.id, label: projectNameOf(project, t) })),
          ]}
        />
      )}
    </FilterBar>
  );
}
