import { type FormEvent, useId, useMemo, useState } from "react";
import { useLocation } from "wouter";

import { isProblem, type Run, useProjects, useRunWorkflow, useWorkflowPreview, type Workflow, type WorkflowOrder } from "@/api";
import { groupOf, SchemaForm, useForm } from "@/forms";
import { messageOf, projectNameOf, useI18n } from "@/i18n";
import { Trouble, useSettled } from "@/stage";
import { announce } from "@/state";
import { Button, Dialog, Field, RadioGroup, Select, Skeleton } from "@/ui";
import { Allowed } from "./Allowed";
import { ResultFields } from "./canvas/ResultFields";
import { useHandResults } from "./canvas/useHandResults";

interface RunDialogProps {
  readonly workflow: Workflow;
  readonly onClose: () => void;
  /** A part of it: from a step, or only one; with sample results or without. */
  readonly part?: RunPart;
  /** Where one goes on when it began; without it, at the page of the run. */
  readonly onStarted?: (run: Run) => void;
}

/** Which part of a workflow is run, and on which results. */
export type RunPart = Pick<WorkflowOrder, "start_at" | "only"> & { readonly use_pins?: boolean };

/** Starts a run: what it is given, where, and whether it asks at each change or may do exactly what is listed. */
export function RunDialog({ workflow, onClose, part, onStarted }: RunDialogProps) {
  const { t, locale } = useI18n();
  const id = useId();
  const [, go] = useLocation();
  const schema = useMemo(() => groupOf(workflow.graph.inputs ?? {}), [workflow]);
  const form = useForm(schema);
  const [project, setProject] = useState(workflow.project ?? "home");
  const hand = useHandResults(workflow, part?.only ?? undefined, project);
  const [trust, setTrust] = useState<"ask" | "allow">("ask");
  const [placed, setPlaced] = useState(false);
  const { data: projects = [] } = useProjects();
  const inputs = useSettled(form.reading.params);
  const { data: preview, error: unseen, isPlaceholderData: isOlder, refetch } = useWorkflowPreview(workflow.id, inputs);
  // What is allowed is what is listed: that of other inputs is waited for.
  const isListed = preview !== undefined && (trust === "ask" || (!isOlder && inputs === form.reading.params));
  const { mutate, isPending, error } = useRunWorkflow();
  const changes = preview === undefined ? 0 : Object.keys(preview.envelope.calls ?? {}).length;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = form.submit();
    if (given === undefined || isPending || !isListed) return;
    setPlaced(false);
    const approve = trust === "allow" ? (preview?.content_hash ?? null) : null;
    mutate(
      { id: workflow.id, inputs: given, project, approve, locale, ...part, use_pins: part?.use_pins ?? false, results: hand.given },
      {
        onSuccess: (run, here) => {
          announce(t("workflows.run.began", { title: workflow.title }));
          if (onStarted !== undefined) onStarted(run);
          else if (here) go(`/runs/${run.id}`);
        },
        onError: (problem) => {
          if (!isProblem(problem)) return;
          const field = problem.field?.replace(/^inputs\./, "") ?? null;
          setPlaced(form.tell({ field, message: messageOf(problem, t) }));
          // What it may do changed since it was shown: show that, before anybody allows it.
          if (problem.status === 409 || problem.status === 412) void refetch();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("workflows.run.title", { title: workflow.title })}
      about={t("workflows.run.about")}
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button type="submit" form={id} tone="primary" busy={isPending} disabled={!isListed}>
            {t("workflows.run.start")}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {error && !placed && <Trouble error={error} />}
        {form.fields.length > 0 && <SchemaForm fields={form.fields} draft={form.draft} onChange={form.change} wrongs={form.wrongs} />}
        <ResultFields hand={hand} />
        <Field label={t("workflows.run.project")}>
          {(ids) => (
            <Select
              {...ids}
              value={project}
              onChange={setProject}
              options={projects.map((each) => ({ value: each.project.id, label: projectNameOf(each.project, t) }))}
            />
          )}
        </Field>
        {unseen ? (
          <Trouble error={unseen} onRetry={() => void refetch()} />
        ) : preview === undefined ? (
          <Skeleton className="h-20" />
        ) : changes === 0 ? (
          <p className="text-sm text-muted">{t("workflows.run.harmless")}</p>
        ) : (
          <div className="flex flex-col gap-2">
            <RadioGroup
              label={t("workflows.run.trust")}
              value={trust}
              onChange={setTrust}
              options={[
                { value: "ask", label: t("workflows.run.ask"), detail: t("workflows.run.ask.about") },
                { value: "allow", label: t("workflows.run.allow"), detail: t("workflows.run.allow.about") },
              ]}
            />
            <Allowed envelope={preview.envelope} />
          </div>
        )}
      </form>
    </Dialog>
  );
}
