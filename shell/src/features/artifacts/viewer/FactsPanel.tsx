import type { ReactNode } from "react";
import { Link } from "wouter";

import { type Artifact, useCapabilities, useProjects } from "@/api";
import { capabilityTitle } from "@/catalog";
import { projectNameOf, useI18n } from "@/i18n";
import { CopyButton } from "@/ui";

/** What is known about an artifact, beside it. */
export function FactsPanel({ artifact }: { readonly artifact: Artifact }) {
  const { t, format } = useI18n();
  const { data: projects = [] } = useProjects();
  const project = projects.find(({ project: { id } }) => id === artifact.project)?.project;
  return (
    <aside
      aria-label={t("viewer.facts")}
      className="w-60 shrink-0 overflow-y-auto border-l border-line bg-panel px-4 py-4 @max-[720px]:w-full @max-[720px]:border-t @max-[720px]:border-l-0"
    >
      <dl className="flex flex-col gap-3.5 @max-[720px]:grid @max-[720px]:grid-cols-2">
        <Fact name={t("viewer.type")}>
          {t(`artifacts.type.${artifact.type}`)}
          <span className="block truncate font-mono text-2xs text-muted" title={artifact.mime}>
            {artifact.mime}
          </span>
        </Fact>
        <Fact name={t("viewer.size")}>{format.bytes(artifact.size)}</Fact>
        <Fact name={t("viewer.date")}>
          <time dateTime={artifact.created_at}>{format.moment(artifact.created_at)}</time>
        </Fact>
        <Fact name={t("viewer.made")}>
          <Origin artifact={artifact} />
        </Fact>
        <Fact name={t("viewer.project")}>
          {project ? <To href={`/projects/${project.id}/artifacts`}>{projectNameOf(project, t)}</To> : artifact.project}
        </Fact>
        <Fact name={t("viewer.hash")}>
          <span className="flex items-center gap-1">
            <code className="min-w-0 truncate text-2xs text-muted" title={artifact.sha256}>
              {artifact.sha256}
            </code>
            <CopyButton text={artifact.sha256} label={t("viewer.hash.copy")} />
          </span>
        </Fact>
      </dl>
    </aside>
  );
}

function Origin({ artifact }: { readonly artifact: Artifact }) {
  const { t, locale } = useI18n();
  const { data: capabilities = [] } = useCapabilities();
  const { made_by: name, run } = artifact;
  if (name == null && run === null) return t("viewer.made.you");
  const capability = capabilities.find((each) => each.name === name);
  return (
    <>
      {name != null && <To href={`/capabilities/${name}`}>{capability ? capabilityTitle(capability, locale) : name}</To>}
      {run !== null && (
        <span className="block text-xs">
          <To href={`/activity/${run}`}>{t("viewer.run")}</To>
        </span>
      )}
    </>
  );
}

function To({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link href={href} className="rounded-sm text-accent-text underline-offset-2 hover:underline">
      {children}
    </Link>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 min-w-0 text-sm break-words text-fg tabular-nums">{children}</dd>
    </div>
  );
}
