import { Fragment } from "react";

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
            <code className="min-w-32 flex-1 font-mono text-xs wrap-anywhere text-muted">
              {caminho === null ? t("school.source.here") : <Path path={caminho} />}
            </code>
            {caminho !== null && <Badge tone={uso === "leitura" ? "neutral" : "warn"}>{t(`school.source.use.${uso}`)}</Badge>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** An address that may be broken behind its slashes, and inside a word only where a line has no room for the word. */
function Path({ path }: { readonly path: string }) {
  return path.split(/(?<=\/)/).map((part, place) => (
    <Fragment key={`${place} ${part}`}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
