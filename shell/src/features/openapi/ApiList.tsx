import { Braces, Plus } from "lucide-react";
import { Link, useLocation } from "wouter";

import { useWebApis } from "@/api";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { Badge, Button, Card, EmptyState, ForeignText } from "@/ui";

/** All APIs, one card each, with the address everything is sent to. */
export function ApiList() {
  const t = useT();
  const [, go] = useLocation();
  const { data, error, refetch } = useWebApis();
  const add = (
    <Button tone="primary" icon={Plus} onClick={() => go("/apis/new")}>
      {t("openapi.new")}
    </Button>
  );
  return (
    <Page title={t("openapi.title")} about={t("openapi.about")} aside={data?.length ? add : undefined}>
      {data === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton />
        )
      ) : data.length === 0 ? (
        <EmptyState icon={Braces} title={t("openapi.none")} action={add}>
          {t("openapi.none.about")}
        </EmptyState>
      ) : (
        <ul aria-label={t("openapi.list")} className="flex flex-col gap-3">
          {data.map((api) => (
            <li key={api.id}>
              <Card className="relative flex flex-col gap-2 p-4 transition-colors duration-100 focus-within:border-line-strong hover:border-line-strong">
                <h2 className="text-md leading-5 font-semibold">
                  <Link href={`/apis/${api.id}`} className="block truncate after:absolute after:inset-0 after:rounded-lg">
                    {api.id}
                  </Link>
                </h2>
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
              </Card>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
