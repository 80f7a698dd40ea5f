import { usePersonas, useProjects, useWorkflows } from "@/api";
import { nameOf, projectNameOf, useT } from "@/i18n";
import { Field, Input, Segmented, Select, Textarea } from "@/ui";
import type { ScheduleForm } from "../useScheduleForm";
import type { What } from "../wish";
import { InputsPart } from "./InputsPart";

/** No agent has this id: ids have no spaces. */
const ANYBODY = " ";

/** What is to be done: words for an agent, or a workflow; and where. */
export function WhatPart({ form }: { readonly form: ScheduleForm }) {
  const t = useT();
  const { wish, change } = form;
  const { data: projects = [] } = useProjects();
  return (
    <div className="flex flex-col gap-4">
      <Segmented<What>
        label={t("schedules.what")}
        value={wish.what}
        onChange={(what) => change({ what })}
        options={[
          { value: "prompt", label: t("schedules.what.prompt") },
          { value: "workflow", label: t("schedules.what.workflow") },
        ]}
        className="self-start"
      />
      {wish.what === "prompt" ? <Words form={form} /> : <Flow form={form} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("schedules.name")}>
          {(ids) => (
            <Input
              {...ids}
              maxLength={200}
              value={wish.title}
              placeholder={t("schedules.name.example")}
              onChange={(event) => change({ title: event.target.value })}
            />
          )}
        </Field>
        <Field label={t("schedules.project")}>
          {(ids) => (
            <Select
              {...ids}
              value={wish.project}
              onChange={(project) => change({ project })}
              options={projects.map(({ project }) => ({ value: project.id, label: projectNameOf(project, t) }))}
            />
          )}
        </Field>
      </div>
    </div>
  );
}

function Words({ form: { wish, change, lacks } }: { readonly form: ScheduleForm }) {
  const t = useT();
  const { data: agents = [] } = usePersonas();
  const lacking = lacks.includes("prompt");
  return (
    <>
      <Field label={t("schedules.prompt")} hint={t("schedules.prompt.hint")} error={lacking ? t("schedules.prompt.needed") : undefined}>
        {(ids) => (
          <Textarea
            {...ids}
            autoFocus
            rows={3}
            maxLength={20_000}
            aria-invalid={lacking || undefined}
            value={wish.prompt}
            placeholder={t("schedules.prompt.example")}
            className="max-h-48"
            onChange={(event) => change({ prompt: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("schedules.agent")}>
        {(ids) => (
          <Select
            {...ids}
            value={wish.agent ?? ANYBODY}
            onChange={(agent) => change({ agent: agent === ANYBODY ? null : agent })}
            options={[{ value: ANYBODY, label: t("schedules.agent.any") }, ...agents.map((agent) => ({ value: agent.id, label: nameOf(agent, t) }))]}
          />
        )}
      </Field>
    </>
  );
}

function Flow({ form }: { readonly form: ScheduleForm }) {
  const t = useT();
  const { wish, change, lacks } = form;
  const { data: workflows = [] } = useWorkflows();
  const chosen = workflows.find(({ workflow }) => workflow.id === wish.workflow)?.workflow;
  return (
    <>
      <Field label={t("schedules.workflow")} error={lacks.includes("workflow") ? t("schedules.workflow.needed") : undefined}>
        {(ids) => (
          <Select
            {...ids}
            value={wish.workflow ?? ""}
            placeholder={t(workflows.length === 0 ? "schedules.workflow.none" : "schedules.workflow.choose")}
            disabled={workflows.length === 0}
            onChange={(workflow) => change({ workflow, inputs: {} })}
            options={workflows.map(({ workflow }) => ({ value: workflow.id, label: workflow.title }))}
          />
        )}
      </Field>
      {chosen && <InputsPart key={chosen.id} workflow={chosen} values={wish.inputs} read={form.inputs} />}
    </>
  );
}
