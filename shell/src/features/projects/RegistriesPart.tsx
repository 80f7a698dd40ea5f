import { useState } from "react";

import { type Registry, useByHand, useRegistries, useSettings } from "@/api";
import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { RowsSkeleton, Section, tellTrouble, Trouble, useUndoToast } from "@/stage";
import { Badge, Button, Card } from "@/ui";

/** Which package registries commands of a project may reach; allowed after a look at their servers, revoked at once. */
export function RegistriesPart({ project }: { readonly project: string }) {
  const t = useT();
  const { data: registries, error, refetch } = useRegistries(project);
  const [allowing, allow] = useState<Registry | null>(null);
  return (
    <Section title={t("projects.registries")} about={t("projects.registries.about")}>
      {registries === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton count={4} />
        )
      ) : (
        <Card>
          <ul aria-label={t("projects.registries")} className="divide-y divide-line">
            {registries.map((registry) => (
              <RegistryRow key={registry.id} registry={registry} project={project} onAllow={() => allow(registry)} />
            ))}
          </ul>
        </Card>
      )}
      <p className="text-xs text-muted">{t("projects.registries.name")}</p>
      {allowing && (
        <HandDialog
          open
          capability="registries.allow"
          params={{ registries: [allowing.id] }}
          project={project}
          title={t("projects.registries.allow.one", { name: allowing.title })}
          onClose={() => allow(null)}
        />
      )}
    </Section>
  );
}

interface RegistryRowProps {
  readonly registry: Registry;
  readonly project: string;
  readonly onAllow: () => void;
}

/** One registry: its servers by name, and whether commands may reach them. */
function RegistryRow({ registry, project, onAllow }: RegistryRowProps) {
  const t = useT();
  const { data: settings } = useSettings();
  const { mutate, isPending } = useByHand();
  const undoable = useUndoToast();
  const { id, title, kind, hosts, is_own: own, is_allowed: allowed } = registry;
  const gone = own && settings !== undefined && settings.value.registries[id] === undefined;
  const revoke = () =>
    mutate(
      { name: "registries.revoke", params: { registry: id }, project },
      {
        onSuccess: ({ result }) => undoable(t("projects.registries.revoked", { name: title }), result.changes[0] ?? ""),
        onError: (error) => tellTrouble(error, t),
      },
    );
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="min-w-0 font-medium wrap-anywhere text-fg">{title}</span>
          {allowed && !gone && <Badge tone="ok">{t("projects.registries.allowed")}</Badge>}
          {own && !gone && <Badge tone="accent">{t("projects.registries.own", { kind })}</Badge>}
          {gone && <Badge tone="warn">{t("projects.registries.gone")}</Badge>}
          {!allowed && registry.allowed_at != null && <Badge tone="warn">{t("projects.registries.moved")}</Badge>}
        </p>
        <p className="mt-0.5 font-mono text-xs wrap-anywhere text-muted">{hosts.join(", ")}</p>
      </div>
      <Button
        size="sm"
        busy={isPending}
        onClick={allowed ? revoke : onAllow}
        aria-label={t(allowed ? "projects.registries.revoke.one" : "projects.registries.allow.one", { name: title })}
      >
        {t(allowed ? "projects.registries.revoke" : "projects.registries.allow")}
      </Button>
    </li>
  );
}
