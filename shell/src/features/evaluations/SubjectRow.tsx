import { X } from "lucide-react";

import { type Agent, useAgentVersions, useModels } from "@/api";
import { modelName } from "@/catalog";
import { nameOf, useT } from "@/i18n";
import { IconButton, Select } from "@/ui";
import type { Chosen } from "./chosen";

interface SubjectRowProps {
  readonly place: number;
  readonly chosen: Chosen;
  readonly agents: readonly Agent[];
  readonly onChange: (part: Partial<Chosen>) => void;
  readonly onRemove: (() => void) | undefined;
}

const OWN = "own";

/** One who is tried: which agent, in which version, with which model. */
export function SubjectRow({ place, chosen, agents, onChange, onRemove }: SubjectRowProps) {
  const t = useT();
  const number = place + 1;
  const agent = agents.find(({ id }) => id === chosen.agent);
  const { data: versions = [] } = useAgentVersions(chosen.agent, agent?.version ?? 0);
  const { data: models } = useModels();
  const own = { value: OWN, label: t("evaluations.subjects.model.own") };
  return (
    <div role="group" aria-label={t("evaluations.subjects.number", { number })} className="flex flex-wrap items-center gap-2">
      <Select
        label={t("evaluations.subjects.agent", { number })}
        value={chosen.agent}
        options={agents.map((each) => ({ value: each.id, label: nameOf(each, t) }))}
        onChange={(id) => onChange({ agent: id })}
        className="min-w-0 flex-1 basis-44"
      />
      <Select
        label={t("evaluations.subjects.version", { number })}
        value={chosen.version === null ? OWN : String(chosen.version)}
        options={[
          { value: OWN, label: t("evaluations.subjects.version.now") },
          ...versions.filter(({ is_current }) => !is_current).map(({ version }) => ({ value: String(version), label: t("evaluations.subject.version", { version }) })),
        ]}
        onChange={(version) => onChange({ version: version === OWN ? null : Number(version) })}
        className="min-w-0 flex-1 basis-36"
      />
      <Select
        label={t("evaluations.subjects.model", { number })}
        value={chosen.model ?? OWN}
        options={[own, ...(models?.models ?? []).map(({ provider, id }) => ({ value: modelName(provider, id), label: id, detail: provider }))]}
        onChange={(model) => onChange({ model: model === OWN ? null : model })}
        className="min-w-0 flex-1 basis-44"
      />
      {onRemove && <IconButton icon={X} size="sm" label={t("evaluations.subjects.remove", { number })} onClick={onRemove} />}
    </div>
  );
}
