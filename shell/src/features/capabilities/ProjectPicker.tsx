import { useProjects } from "@/api";
import { projectNameOf, useT } from "@/i18n";
import { Select } from "@/ui";

/** No project has this id: ids have no spaces. */
const HOME = " ";

interface ProjectPickerProps {
  readonly value: string | undefined;
  readonly onChange: (project: string | undefined) => void;
}

/** Where the call happens. */
export function ProjectPicker({ value, onChange }: ProjectPickerProps) {
  const t = useT();
  const { data = [] } = useProjects();
  return (
    <div className="flex min-w-0 items-center gap-2">
      <span aria-hidden className="text-xs text-muted">
        {t("capabilities.project")}
      </span>
      <Select
        label={t("capabilities.project")}
        value={value ?? HOME}
        onChange={(project) => onChange(project === HOME ? undefined : project)}
        options={[
          { value: HOME, label: t("capabilities.project.none") },
          ...data.filter(({ project }) => project.id !== "home").map(({ project }) => ({ value: project.id, label: projectNameOf(project, t) })),
        ]}
        className="max-w-52"
      />
    </div>
  );
}
