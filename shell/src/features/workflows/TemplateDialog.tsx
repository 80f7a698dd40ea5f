import { type FormEvent, useId, useMemo, useState } from "react";
import { useLocation } from "wouter";

import { isProblem, useProjects, useTemplate, type WorkflowTemplate } from "@/api";
import { groupOf, SchemaForm, useForm } from "@/forms";
import { GraphPicture } from "@/graphs";
import { messageOf, projectNameOf, useI18n } from "@/i18n";
import { Trouble, useUndoToast } from "@/stage";
import { Button, Card, Dialog, Field, Input, Select } from "@/ui";
import { forget } from "./drafts";
import { TemplateFacts } from "./TemplateFacts";
import { pictureSteps } from "./templates";

interface TemplateDialogProps {
  readonly template: WorkflowTemplate;
  /** The project whose templates are shown: one of its own can be used nowhere else. */
  readonly project: string;
  readonly onClose: () => void;
}

/** Uses a template: what it is made from, what it is called and where it belongs; then the new workflow opens. */
export function TemplateDialog({ template, project: place, onClose }: TemplateDialogProps) {
  const { t, locale } = useI18n();
  const id = useId();
  const [, go] = useLocation();
  const schema = useMemo(() => groupOf(template.parameters), [template]);
  const form = useForm(schema);
  const isOwn = template.source === "project";
  const [title, setTitle] = useState(template.title);
  const [project, setProject] = useState(isOwn ? place : "");
  const [placed, setPlaced] = useState(false);
  const { data: projects = [] } = useProjects();
  const { mutateAsync, isPending, error } = useTemplate();
  const told = useUndoToast();
  const nodes = useMemo(() => pictureSteps(template.graph), [template.graph]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const params = form.submit();
    if (params === undefined || isPending) return;
    setPlaced(false);
    mutateAsync({ id: template.id, params, title: title.trim(), project: project === "" ? null : project, locale }).then(
      (made) => {
        forget(made.id); // what was drawn under this id before is of a workflow that is gone
        told(t("templates.made", { title: made.title }), made.change);
        go(`/workflows/${made.id}/canvas`);
      },
      (problem: unknown) => {
        if (!isProblem(problem)) return;
        const field = problem.field?.replace(/^params\./, "") ?? null;
        setPlaced(form.tell({ field, message: messageOf(problem, t) }));
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={template.title}
      about={template.description}
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button type="submit" form={id} tone="primary" busy={isPending}>
            {t("templates.create")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Card tabIndex={0} role="group" aria-label={t("graph.picture.title")} className="flex overflow-x-auto bg-panel p-4">
          <GraphPicture graph={{ nodes }} size="large" className="m-auto shrink-0" />
        </Card>
        <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
          {error && !placed && <Trouble error={error} />}
          {form.fields.length > 0 && <SchemaForm fields={form.fields} draft={form.draft} onChange={form.change} wrongs={form.wrongs} />}
          <Field label={t("templates.title")}>{(ids) => <Input {...ids} value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />}</Field>
          {!isOwn && (
            <Field label={t("templates.project")}>
              {(ids) => (
                <Select
                  {...ids}
                  value={project}
                  onChange={setProject}
                  options={[{ value: "", label: t("templates.project.all") }, ...projects.map((each) => ({ value: each.project.id, label: projectNameOf(each.project, t) }))]}
                />
              )}
            </Field>
          )}
        </form>
        <TemplateFacts template={template} />
      </div>
    </Dialog>
  );
}
