import { useT } from "@/i18n";
import { Chip, Select, type SelectOption } from "@/ui";
import type { Persona } from "../persona";
import { choiceOf, withChoice } from "./modelChoice";

const MOST = 5;

interface ModelFallbacksProps {
  readonly model: Persona["model"];
  readonly options: readonly SelectOption<string>[];
  readonly onChange: (model: Persona["model"]) => void;
}

/** Which models stand in for the first one, in their order. */
export function ModelFallbacks({ model, options, onChange }: ModelFallbacksProps) {
  const t = useT();
  const used = model.fallbacks.map(choiceOf);
  const free = options.filter(({ value }) => value !== choiceOf(model) && !used.includes(value));
  const labelOf = (choice: string) => options.find(({ value }) => value === choice)?.label ?? choice;
  const add = (choice: string) =>
    onChange({ ...model, fallbacks: [...model.fallbacks, withChoice({ role: "general" as const, provider: null, id: null }, choice)] });
  return (
    <div role="group" aria-label={t("agents.part.model.fallbacks")} className="flex flex-col gap-1.5">
      <p className="text-sm text-muted">{t("agents.part.model.fallbacks")}</p>
      {used.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {used.map((choice, place) => (
            <Chip key={choice} label={labelOf(choice)} onRemove={() => onChange({ ...model, fallbacks: model.fallbacks.filter((_, index) => index !== place) })} />
          ))}
        </div>
      )}
      {free.length > 0 && used.length < MOST && (
        <Select label={t("agents.part.model.fallbacks.add")} placeholder={t("agents.part.model.fallbacks.add")} value="" options={free} onChange={add} className="max-w-sm" />
      )}
    </div>
  );
}
