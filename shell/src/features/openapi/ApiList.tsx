import { Braces, Plus } from "lucide-react";
import { useLocation } from "wouter";

import { useWebApis } from "@/api";
import { useT } from "@/i18n";
import { Loaded, Page, RowsSkeleton } from "@/stage";
import { Badge, Button, EmptyState, ForeignText, LinkCard } from "@/ui";

/** All APIs, one card each, with the address everything is sent to. */
export function ApiList() {
  const t = useT();
  const [, go] = useLocation();
  const query = useWebApis();
  const add = (
    <Button tone="primary" icon={Plus} onClick={() => go("/apis/new")}>
      {t("openapi.new")}
    </Button>
  );
  return (
    <Page title={t("openapi.title")} about={t("openapi.about")} aside={query.data?.length ? add : undefined}>
      <Loaded query={query} waiting={<RowsSkeleton />}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState icon={Braces} title={t("openapi.none")} action={add}>
              {t("openapi.none.about")}
            </EmptyState>
          ) : (
            <ul aria-label={t("openapi.list")} className="flex flex-col gap-3">
              {data.map((api) => (
                <li key={api.id}>
                  <LinkCard href={`/apis/${api.id}`} title={api.id}>
                    <p className="text-sm text-muted">
                      <ForeignText place="name" still>
                        {api.title}
                      </ForeignText>
                    </p>
                    <p className="truncate font-mono text-xs text-muted">
                      <ForeignText place="code" still>
                        {api.base}
                      </ForeignText>
                    </p>
                    <div className="flex flex-wrap gap-1.5">
                      <Badge>{t("openapi.operations", { count: api.operations })}</Badge>
                      {(api.unset ?? []).length > 0 && <Badge tone="warn">{t("openapi.unset", { names: (api.unset ?? []).join(", ") })}</Badge>}
                    </div>
                  </LinkCard>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}
