import { Link } from "wouter";

import { type ModelInfo, type Models, type Role, useModels } from "@/api";
import { FactBadges, modelName, nowWords, ProbeButton, sizeLine } from "@/catalog";
import { type Translate, useI18n, useT } from "@/i18n";
import { Section } from "@/stage";
import { Card, Select, type SelectOption } from "@/ui";
import { ModelFallbacks } from "./ModelFallbacks";
import { BUILTIN, choiceOf, roleChoice, ROLES, withChoice } from "./modelChoice";
import type { PartProps } from "./part";


/** Which model it uses: by role, or one of its own with what that one can do. */
export function ModelPart({ draft, set }: PartProps) {
  const t = useT();
  const { data } = useModels();
  const chosen = choiceOf(draft.model);
  const choose = (choice: string) => set("model", withChoice(draft.model, choice));
  return (
    <Section title={t("agents.part.model")} about={t("agents.part.model.about")}>
      <Card className="flex flex-col gap-3 p-4">
        <Select label={t("agents.part.model")} value={chosen} options={optionsOf(data, chosen, t)} onChange={choose} className="max-w-sm" />
        {chosen === BUILTIN ? (
          <p className="text-sm text-muted">{t("agents.part.model.builtin.about")}</p>
        ) : draft.model.provider ? (
          <Own model={data?.models.find((each) => modelName(each.provider, each.id) === chosen)} loaded={data !== undefined} />
        ) : (
          <Now role={draft.model.role} models={data} />
        )}
        {chosen !== BUILTIN && <ModelFallbacks model={draft.model} options={optionsOf(data, chosen, t)} onChange={(model) => set("model", model)} />}
      </Card>
    </Section>
  );
}

function Own({ model, loaded }: { readonly model: ModelInfo | undefined; readonly loaded: boolean }) {
  const i18n = useI18n();
  if (model === undefined) return loaded ? <p className="text-sm text-warn-text">{i18n.t("agents.part.model.gone")}</p> : null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <FactBadges model={model} />
      <span className="text-xs text-muted">{sizeLine(model, i18n)}</span>
      <ProbeButton model={model} />
    </div>
  );
}

function Now({ role, models }: { readonly role: Role; readonly models: Models | undefined }) {
  const t = useT();
  const now = models?.roles.find((each) => each.role === role);
  if (now === undefined) return null;
  return (
    <p className="text-sm text-muted">
      {nowWords(now, t)}{" "}
      <Link href="/models" className="rounded-sm text-accent-text underline underline-offset-2">
        {t("models.title")}
      </Link>
    </p>
  );
}


function optionsOf(models: Models | undefined, chosen: string, t: Translate): readonly SelectOption<string>[] {
  const own = (models?.models ?? []).map(({ provider, id }) => ({ value: modelName(provider, id), label: id, detail: provider }));
  const options = [
    ...ROLES.map((role) => ({ value: roleChoice(role), label: t("agents.part.model.role", { role: t(`role.${role}`) }) })),
    ...own,
    { value: BUILTIN, label: t("agents.part.model.builtin") },
  ];
  // What is chosen stays a choice even while its provider is away.
  return options.some(({ value }) => value === chosen) ? options : [...options, { value: chosen, label: chosen }];
}
