import { type Project, useEditProject } from "@/api";
import { useT } from "@/i18n";
import { Section, tellTrouble } from "@/stage";
import { Select } from "@/ui";

const CHOICES = { usual: null, yes: true, no: false } as const;
type Choice = keyof typeof CHOICES;

/** Whether MEMORY.md is kept in the folder of a project. */
export function MemoryFile({ project }: { readonly project: Project }) {
  const t = useT();
  const edit = useEditProject();
  const choice: Choice = project.memory_file == null ? "usual" : project.memory_file ? "yes" : "no";
  return (
    <Section title={t("projects.memory.file")} about={t("projects.memory.file.about")}>
      <Select<Choice>
        label={t("projects.memory.file")}
        value={choice}
        disabled={edit.isPending}
        onChange={(next) => edit.mutate({ project, memory_file: CHOICES[next] }, { onError: (error) => tellTrouble(error, t) })}
        options={(Object.keys(CHOICES) as Choice[]).map((value) => ({ value, label: t(`projects.memory.file.${value}`) }))}
        className="max-w-96"
      />
    </Section>
  );
}
