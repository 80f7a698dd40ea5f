import { RefreshCw } from "lucide-react";

import { useMcpResources } from "@/api";
import { useT } from "@/i18n";
import { Section, Trouble } from "@/stage";
import { Button } from "@/ui";
import { ResourceCard } from "./ResourceCard";

/** The documents a server offers to be read, once it was asked for them. */
export function ResourcesPart({ id }: { readonly id: string }) {
  const t = useT();
  const { data, error, isPending, mutate } = useMcpResources(id);
  return (
    <Section
      title={t("mcp.resources")}
      aside={
        <Button icon={RefreshCw} busy={isPending} onClick={() => mutate()}>
          {t("mcp.resources.ask")}
        </Button>
      }
    >
      {error && <Trouble error={error} />}
      {data === undefined && !error && <p className="text-sm text-muted">{t("mcp.resources.about")}</p>}
      {data?.items.length === 0 && <p className="text-sm text-muted">{t("mcp.resources.none")}</p>}
      {data && data.items.length > 0 && (
        <ul aria-label={t("mcp.resources")} className="flex flex-col gap-3">
          {data.items.map((resource) => (
            <li key={resource.uri}>
              <ResourceCard server={id} resource={resource} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
