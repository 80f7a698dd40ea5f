import type { ModelInfo } from "@/api";
import { FactBadges, ProbeButton, sizeLine } from "@/catalog";
import { useI18n } from "@/i18n";

/** One model: its size, what it showed it can do, and a button to find out. */
export function ModelRow({ model }: { readonly model: ModelInfo }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const tried = model.facts?.probed_at;
  const line = [sizeLine(model, i18n), tried ? t("models.tested", { when: format.ago(tried) }) : ""].filter(Boolean).join(" · ");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 pr-4 pl-9">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <p className="truncate font-mono text-xs text-fg">{model.id}</p>
        <FactBadges model={model} />
        {line && <p className="text-xs text-muted">{line}</p>}
        {model.facts?.problem && <p className="text-xs text-warn-text">{model.facts.problem}</p>}
      </div>
      <ProbeButton model={model} />
    </li>
  );
}
