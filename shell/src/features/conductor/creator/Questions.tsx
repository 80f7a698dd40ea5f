import { useId } from "react";

import { type AgentDraft, type ConductorView, useModels } from "@/api";
import { modelName } from "@/catalog";
import { type Translate, useT } from "@/i18n";
import { Checkbox, Field, Input, Select, TagInput, Textarea } from "@/ui";
import { reachesAll, scoped, TOOLS } from "./answers";
import type { Creator } from "./useCreator";

const EXAMPLE_ID = "KotlinEntityCreator_Agent";

interface QuestionsProps {
  readonly view: ConductorView;
  readonly creator: Creator;
}

/** The nine questions, in the order they are asked everywhere. */
export function Questions({ view, creator }: QuestionsProps) {
  const t = useT();
  const known = useId();
  const { answers, set, wrong, draft } = creator;
  const told = (key: keyof typeof wrong) => {
    const why = wrong[key];
    return why === undefined ? undefined : t(`conductor.creator.wrong.${why}`);
  };
  const here = view.environments.find(({ name }) => name === answers.environment);
  const names = here?.projects.map(({ key }) => key).join(", ") ?? "";
  return (
    <>
      <Field label={t("conductor.creator.environment")} hint={here?.protected ? t("conductor.creator.environment.protected") : undefined} error={told("environment")}>
        {(ids) => (
          <Select
            {...ids}
            value={answers.environment}
            placeholder={t("conductor.creator.choose")}
            onChange={(environment) => set({ environment, project: "" })}
            options={view.environments.map(({ name, protected: guarded }) => ({ value: name, label: name, detail: guarded ? t("words.protected") : undefined }))}
          />
        )}
      </Field>
      <Field label={t("conductor.creator.project")} hint={names === "" ? undefined : t("conductor.creator.project.hint", { names })} error={told("project")}>
        {(ids) => (
          <>
            <Input {...ids} list={known} value={answers.project} onChange={(event) => set({ project: event.target.value })} spellCheck={false} className="font-mono" />
            <datalist id={known}>
              {here?.projects.map(({ key }) => (
                <option key={key} value={key} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field
        label={t("conductor.creator.scope")}
        error={told("output_scope")}
        hint={answers.output_scope.length === 0 ? t("conductor.creator.scope.none") : draft ? reachWords(draft, t) : t("conductor.creator.scope.counting")}
      >
        {(ids) => (
          <TagInput
            {...ids}
            value={answers.output_scope}
            onChange={(globs) => set(scoped(answers, globs))}
            placeholder="src/service/*.kt"
            className="font-mono"
          />
        )}
      </Field>
      {reachesAll(answers.output_scope) && (
        <p role="note" className="-mt-4 text-xs text-warn-text">
          {t("conductor.creator.scope.all")}
        </p>
      )}
      <Field label={t("conductor.creator.id")} error={told("id")}>
        {(ids) => (
          <Input
            {...ids}
            value={answers.id}
            onChange={(event) => set({ id: event.target.value })}
            placeholder={EXAMPLE_ID}
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      <Field label={t("conductor.creator.description")} error={told("description")}>
        {(ids) => <Input {...ids} value={answers.description} onChange={(event) => set({ description: event.target.value })} />}
      </Field>
      <ModelQuestion creator={creator} />
      <Field label={t("conductor.creator.persona")}>
        {(ids) => <Textarea {...ids} value={answers.persona} onChange={(event) => set({ persona: event.target.value })} className="max-h-60 min-h-20" />}
      </Field>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 text-xs font-medium text-fg">{t("conductor.creator.tools")}</legend>
        <div className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
          {TOOLS.map((tool) => (
            <Checkbox
              key={tool}
              checked={answers.tools.includes(tool)}
              onChange={(on) => set({ tools: TOOLS.filter((each) => (each === tool ? on : answers.tools.includes(each))) })}
              detail={t(`conductor.tool.${tool}`)}
            >
              {tool}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <Field label={t("conductor.creator.task")} hint={t("conductor.creator.task.hint")}>
        {(ids) => <Textarea {...ids} value={answers.task} onChange={(event) => set({ task: event.target.value })} className="max-h-48 min-h-16" />}
      </Field>
    </>
  );
}

/** How many files a scope reaches today, and some of them. */
function reachWords({ reaches, examples }: AgentDraft, t: Translate): string {
  const count = t("conductor.reaches", { count: reaches });
  return examples.length === 0 ? count : `${count}: ${examples.join(", ")}`;
}

const USUAL = "usual";

function ModelQuestion({ creator: { answers, set } }: { readonly creator: Creator }) {
  const t = useT();
  const { data } = useModels();
  const models = data?.models ?? [];
  return (
    <Field label={t("conductor.creator.model")}>
      {(ids) => (
        <Select
          {...ids}
          value={answers.provider === null ? USUAL : modelName(answers.provider, answers.model ?? "")}
          onChange={(next) => {
            const chosen = models.find((model) => modelName(model.provider, model.id) === next);
            set({ provider: chosen?.provider ?? null, model: chosen?.id ?? null });
          }}
          options={[
            { value: USUAL, label: t("conductor.model.default") },
            ...models.map((model) => ({ value: modelName(model.provider, model.id), label: model.id, detail: model.provider })),
          ]}
        />
      )}
    </Field>
  );
}
