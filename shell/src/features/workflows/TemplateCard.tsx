import { Hand, ListTree, Unplug } from "lucide-react";
import { useMemo } from "react";
import { Link } from "wouter";

import type { WorkflowTemplate } from "@/api";
import { GraphPicture } from "@/graphs";
import { useT } from "@/i18n";
import { Badge, Card } from "@/ui";
import { missingNeeds, pictureSteps } from "./templates";

/** One template: a small picture, what it does, what is missing for it, and how often it asks. */
export function TemplateCard({ template }: { readonly template: WorkflowTemplate }) {
  const t = useT();
  const nodes = useMemo(() => pictureSteps(template.graph), [template.graph]);
  const [missing] = missingNeeds(template.needs).filter(({ is_optional }) => !is_optional);
  return (
    <Card className="relative flex w-full flex-col overflow-hidden transition-colors duration-100 focus-within:border-line-strong hover:border-line-strong">
      <div className="grid h-24 place-items-center overflow-hidden border-b border-line bg-panel px-4">
        <GraphPicture graph={{ nodes }} size="small" className="max-h-16 max-w-full" />
      </div>
      <div className="flex flex-1 flex-col gap-2 p-4">
        <h2 className="text-md leading-5 font-semibold">
          <Link href={`/workflows/templates/${template.id}`} className="block after:absolute after:inset-0 after:rounded-lg">
            {template.title}
          </Link>
        </h2>
        <p className="line-clamp-4 text-sm text-muted">{template.description}</p>
        <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-1 pt-1 text-xs text-muted">
          <span className="inline-flex items-center gap-1.5">
            <ListTree aria-hidden className="size-3.5 shrink-0" />
            {t("words.steps", { count: nodes.length })}
          </span>
          <span className="inline-flex items-center gap-1.5">
            <Hand aria-hidden className="size-3.5 shrink-0" />
            {t("templates.asks.count", { count: template.asks.length })}
          </span>
          {template.runs_without_model && <Badge tone="ok">{t("templates.modelless")}</Badge>}
          {template.source !== "builtin" && <Badge>{template.source === "app" ? template.app_name : t(`templates.source.${template.source}`)}</Badge>}
          {missing !== undefined && (
            <span className="inline-flex items-center gap-1.5 text-warn-text">
              <Unplug aria-hidden className="size-3.5 shrink-0" />
              {t("templates.missing", { need: missing.label })}
            </span>
          )}
        </div>
      </div>
    </Card>
  );
}
