import { type FormEvent, lazy, type ReactNode, Suspense } from "react";

import { type Project, usePersonas } from "@/api";
import { nameOf, useI18n } from "@/i18n";
import { RowsSkeleton, Section, Trouble } from "@/stage";
import { Button, Card, CopyButton, Field, Input, Select, Textarea } from "@/ui";
import { MemoryFile } from "./MemoryFile";
import type { FieldName } from "./projects";
import { RemoveProject } from "./RemoveProject";
import { useProjectForm } from "./useProjectForm";

const RegistriesPart = lazy(() => import("./RegistriesPart").then((module) => ({ default: module.RegistriesPart })));

const NOBODY = "none";
const LONGEST = 8_000;

/** What a project is called, what agents should know in it, and who answers. */
export function SettingsTab({ project }: { readonly project: Project }) {
  const { t, format } = useI18n();
  const { data: personas = [] } = usePersonas();
  const form = useProjectForm(project);
  const { fields, change } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fields.name.trim() !== "") form.save();
  };
  const others = (field: FieldName): ReactNode =>
    form.contested.includes(field) && (
      <Others words={sayOf(project[field])} onTake={() => form.yield(field)} />
    );
  const sayOf = (value: string | null) => {
    const persona = personas.find(({ id }) => id === value);
    return persona ? nameOf(persona, t) : (value ?? t("projects.agent.none"));
  };
  return (
    <div className="flex max-w-2xl flex-col gap-8">
      <form onSubmit={submit} className="flex flex-col gap-5">
        <Field label={t("projects.name")} error={fields.name.trim() === "" ? t("projects.name.needed") : undefined}>
          {(ids) => <Input {...ids} maxLength={120} value={fields.name} onChange={(event) => change("name", event.target.value)} />}
        </Field>
        {others("name")}
        <Field label={t("projects.description")} hint={t("projects.description.hint")}>
          {(ids) => (
            <Textarea {...ids} maxLength={500} value={fields.description} onChange={(event) => change("description", event.target.value)} />
          )}
        </Field>
        {others("description")}
        <Field
          label={t("projects.instructions")}
          hint={t("projects.instructions.hint", { count: format.number(fields.instructions.length), most: format.number(LONGEST) })}
        >
          {(ids) => (
            <Textarea
              {...ids}
              maxLength={LONGEST}
              value={fields.instructions}
              placeholder={t("projects.instructions.example")}
              className="max-h-96 min-h-28"
              onChange={(event) => change("instructions", event.target.value)}
            />
          )}
        </Field>
        {others("instructions")}
        <Field label={t("projects.agent")} hint={t("projects.agent.hint")}>
          {({ id }) => (
            <Select
              id={id}
              value={fields.agent ?? NOBODY}
              onChange={(value) => change("agent", value === NOBODY ? null : value)}
              options={[
                { value: NOBODY, label: t("projects.agent.none") },
                ...personas.map((persona) => ({ value: persona.id, label: nameOf(persona, t) })),
              ]}
              className="max-w-72"
            />
          )}
        </Field>
        {others("agent")}
        {form.error && <Trouble error={form.error} />}
        <div className="flex items-center gap-2">
          <Button type="submit" tone="primary" disabled={!form.dirty || fields.name.trim() === ""} busy={form.busy}>
            {t("projects.save")}
          </Button>
          {form.dirty && <Button onClick={form.discard}>{t("projects.discard")}</Button>}
          <span role="status" className="text-xs text-muted">
            {form.saved ? t("projects.saved") : ""}
          </span>
        </div>
      </form>
      <Section title={t("projects.folder")} about={t("projects.folder.about")}>
        <Card className="flex items-center gap-2 px-3 py-1.5">
          <code className="min-w-0 flex-1 truncate text-xs" title={project.root}>
            {project.root}
          </code>
          <CopyButton text={project.root} label={t("projects.folder.copy")} />
        </Card>
      </Section>
      <MemoryFile project={project} />
      <Suspense fallback={<RowsSkeleton count={4} />}>
        <RegistriesPart project={project.id} />
      </Suspense>
      <RemoveProject project={project} />
    </div>
  );
}

interface OthersProps {
  readonly words: string;
  readonly onTake: () => void;
}

/** What somebody else wrote into a field meanwhile, and the way to let it stand. */
function Others({ words, onTake }: OthersProps) {
  const { t } = useI18n();
  return (
    <div role="alert" className="-mt-3 flex items-start gap-3 rounded-md bg-warn-soft px-3 py-2 text-xs">
      <p className="min-w-0 flex-1 break-words text-warn-text">
        {t("projects.contested")} <span className="font-medium">“{words}”</span>
      </p>
      <Button size="sm" onClick={onTake}>
        {t("projects.contested.take")}
      </Button>
    </div>
  );
}
