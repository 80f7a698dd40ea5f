import type { SchoolRecurso } from "@/api";
import { useT } from "@/i18n";
import { Badge, Card } from "@/ui";

/** What a platform has, where it has it, and whether it is only read there; what it has not stays here. */
export function Resources({ resources }: { readonly resources: readonly SchoolRecurso[] }) {
  const t = useT();
  return (
    <Card className="overflow-hidden">
      <ul aria-label={t("school.source.resources")} className="divide-y divide-line text-sm">
        {resources.map(({ nome, caminho, uso }) => (
          <li key={nome} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <span className="w-44 shrink-0 font-medium">{nome.replaceAll("_", " ")}</span>
            <code className="min-w-0 flex-1 font-mono text-xs break-all text-muted">{caminho ?? t("school.source.here")}</code>
            {caminho !== null && <Badge tone={uso === "leitura" ? "neutral" : "warn"}>{t(`school.source.use.${uso}`)}</Badge>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
