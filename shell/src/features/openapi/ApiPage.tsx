import { Braces, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { isProblem, useWebApi } from "@/api";
import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, Section, Trouble, useUndoToast } from "@/stage";
import { Badge, Button, EmptyState, ForeignText } from "@/ui";
import { BackToApis } from "./BackToApis";
import { ImportForm } from "./ImportForm";
import { LeftOut } from "./LeftOut";
import { OperationsPart } from "./OperationsPart";

/** One API: what it reaches, its operations, what was left out, and a newer document. */
export function ApiPage({ id }: { readonly id: string }) {
  const t = useT();
  const [, go] = useLocation();
  const told = useUndoToast();
  const { data: api, error, refetch } = useWebApi(id);
  const [removing, remove] = useState(false);
  const [again, bring] = useState(false);
  if (api === undefined) {
    return (
      <Page title={id} above={<BackToApis />}>
        {error ? isProblem(error, "not_found") ? <EmptyState icon={Braces} title={t("openapi.missing")} /> : <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />}
      </Page>
    );
  }
  const secrets = Object.entries(api.secrets ?? {}).map(([scheme, name]) => `${scheme}=${name}`);
  const isAddress = (api.source ?? "").startsWith("http");
  const written = { id, kind: isAddress ? "address" : "text", text: "", url: isAddress ? api.source : "", base: api.base, local: api.local, secrets: secrets.join("\n") } as const;
  return (
    <Page
      title={id}
      above={<BackToApis />}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <Button icon={RefreshCw} aria-expanded={again} onClick={() => bring(!again)}>
            {t("openapi.again")}
          </Button>
          <Button icon={Trash2} onClick={() => remove(true)}>
            {t("openapi.remove")}
          </Button>
        </div>
      }
    >
      <Section title={t("openapi.reach")}>
        <p className="rounded-md border border-line bg-panel px-3 py-2 font-mono text-sm wrap-anywhere">
          <ForeignText place="code">{api.base}</ForeignText>
        </p>
        <p className="mt-2 text-sm text-muted">
          <ForeignText>{t("openapi.from", { source: api.source || "–", title: api.title, version: api.version, openapi: api.openapi })}</ForeignText>
        </p>
        {(api.unset ?? []).length > 0 && <Badge tone="warn">{t("openapi.unset", { names: (api.unset ?? []).join(", ") })}</Badge>}
      </Section>
      {again && (
        <Section title={t("openapi.again")}>
          <ImportForm initial={written} label={t("openapi.again")} hasId onImported={() => bring(false)} />
        </Section>
      )}
      <OperationsPart id={id} />
      <LeftOut parts={api.left_out ?? []} />
      <HandDialog
        open={removing}
        capability="openapi.remove_api"
        params={{ api: id }}
        title={t("openapi.remove.title", { id })}
        onClose={(outcome) => {
          remove(false);
          if (outcome === undefined) return;
          go("/apis");
          if (outcome.change !== undefined) told(t("openapi.removed", { id }), outcome.change);
        }}
      />
    </Page>
  );
}
