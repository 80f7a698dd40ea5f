import { useProjects } from "@/api";
import { KINDS } from "@/artifacts";
import { projectNameOf, useT } from "@/i18n";
import { SearchField, Segmented, Select } from "@/ui";
import { type Filters, ORDERS } from "./filters";

interface GalleryFiltersProps {
  readonly filters: Filters;
  readonly onChange: (edit: Partial<Filters>) => void;
}

const ALL = "all";

/** Which artifacts, and in which order. */
export function GalleryFilters({ filters, onChange }: GalleryFiltersProps) {
  const t = useT();
  const { data: projects = [] } = useProjects();
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex flex-wrap gap-2">
        <SearchField
          label={t("artifacts.search")}
          value={filters.words}
          onChange={(words) => onChange({ words })}
          className="min-w-48 flex-1"
        />
        <div className="flex gap-2 max-sm:w-full">
          <Select
            label={t("artifacts.project")}
            value={filters.project === "" ? ALL : filters.project}
            onChange={(project) => onChange({ project: project === ALL ? "" : project })}
            options={[
              { value: ALL, label: t("artifacts.project.all") },
              ...projects.map(({ project }) => ({ value: project.id, label: projectNameOf(project, t) })),
            ]}
            className="max-w-44 min-w-36 max-sm:max-w-none max-sm:flex-1"
          />
          <Select
            label={t("artifacts.order")}
            value={filters.order}
            onChange={(order) => onChange({ order })}
            options={ORDERS.map((value) => ({ value, label: t(`artifacts.order.${value}`) }))}
            className="w-36 max-sm:flex-1"
          />
        </div>
      </div>
      <Segmented
        look="chips"
        label={t("artifacts.kind")}
        value={filters.kind}
        onChange={(kind) => onChange({ kind })}
        options={[
          { value: ALL, label: t("artifacts.kind.all") },
          ...KINDS.map((value) => ({ value, label: t(`artifacts.kind.${value}`) })),
        ]}
      />
    </div>
  );
}
