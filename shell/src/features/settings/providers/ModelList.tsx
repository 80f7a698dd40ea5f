import { FlaskConical } from "lucide-react";

import { type ModelInfo, useProbe } from "@/api";
import { useI18n } from "@/i18n";
import { tellTrouble } from "@/stage";
import { Badge, Button } from "@/ui";
import { factsLine } from "./provider";

/** The models of a provider, what each showed it can do, and a button to find out. */
export function ModelList({ models }: { readonly models: readonly ModelInfo[] }) {
  return (
    <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-raised">
      {models.map((model) => (
        <ModelRow key={model.id} model={model} />
      ))}
    </ul>
  );
}

function ModelRow({ model }: { readonly model: ModelInfo }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { mutate, isPending } = useProbe();
  const probe = () =>
    mutate({ provider: model.provider, model: model.id }, { onError: (error) => tellTrouble(error, t) });
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-sm text-fg">
          <span className="truncate">{model.id}</span>
          {model.facts !== null && <Badge tone={model.tier === 2 ? "ok" : "neutral"}>{t(`tier.${model.tier}`)}</Badge>}
        </p>
        <p className="text-xs text-muted">{factsLine(model.facts, i18n)}</p>
        {model.facts?.problem && <p className="text-xs text-warn-text">{model.facts.problem}</p>}
      </div>
      <Button
        size="sm"
        icon={FlaskConical}
        busy={isPending}
        aria-label={t("settings.providers.probe.label", { model: model.id })}
        onClick={probe}
      >
        {t("settings.providers.probe")}
      </Button>
    </li>
  );
}
