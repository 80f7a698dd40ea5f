import { Copy } from "lucide-react";

import { useRecommended } from "@/api";
import { useI18n } from "@/i18n";
import { Rows, Section } from "@/stage";
import { Badge, IconButton, toast } from "@/ui";

/** Local models worth having, with the command that fetches them. */
export function RecommendedModels() {
  const { t, locale } = useI18n();
  const { data } = useRecommended();
  if (data === undefined || data.length === 0) return null;
  const copy = async (id: string) => {
    await navigator.clipboard.writeText(`ollama pull ${id}`);
    toast(t("words.copied"));
  };
  return (
    <Section title={t("settings.models.recommended")} about={t("settings.models.recommended.about")}>
      <Rows>
        {data.map((model) => (
          <div key={`${model.role}/${model.id}`} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2 text-sm text-fg">
                <span className="truncate font-mono text-xs">{model.id}</span>
                <Badge>{t(`role.${model.role}`)}</Badge>
              </p>
              <p className="text-xs text-muted">{model.why[locale === "pt-BR" ? "pt" : "en"] ?? model.why.en}</p>
            </div>
            <span className="shrink-0 text-xs text-muted tabular-nums max-sm:hidden">
              {t("settings.models.recommended.size", { size: model.size_gb, memory: model.ram_gb })}
            </span>
            <IconButton
              icon={Copy}
              size="sm"
              label={t("settings.models.copy", { model: model.id })}
              onClick={() => void copy(model.id)}
            />
          </div>
        ))}
      </Rows>
    </Section>
  );
}
