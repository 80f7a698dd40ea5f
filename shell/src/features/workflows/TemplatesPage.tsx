import { LayoutTemplate, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { useProjects, useWorkflowTemplates, type WorkflowCheck } from "@/api";
import { findingOf, projectNameOf, type Translate, useI18n } from "@/i18n";
import { Page, Section, Trouble } from "@/stage";
import { Button, EmptyState, Field, SearchField, Select, Skeleton } from "@/ui";
import { BackToWorkflows } from "./BackToWorkflows";
import { TemplateCard } from "./TemplateCard";
import { TemplateDialog } from "./TemplateDialog";
import { foundTemplates } from "./templates";

const GRID = "grid gap-3 grid-cols-[repeat(auto-fill,minmax(min(100%,260px),1fr))]";

/** The gallery: every template with its picture; one that is chosen is filled in and becomes a workflow. */
export function TemplatesPage({ chosen }: { readonly chosen: string | undefined }) {
  const { t, locale } = useI18n();
  const [, go] = useLocation();
  const [words, setWords] = useState("");
  const [project, setProject] = useState("home");
  const { data: projects = [] } = useProjects();
  const { data, error, refetch } = useWorkflowTemplates(project, locale);
  const found = data && foundTemplates(data.items, words);
  const template = data?.items.find(({ id }) => id === chosen);
  return (
    <Page wide title={t("templates.heading")} about={t("templates.about")} above={<BackToWorkflows />}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <SearchField label={t("templates.search")} value={words} onChange={setWords} className="w-full max-w-sm" />
          {projects.length > 1 && (
            <Field label={t("templates.of")}>
              {(ids) => (
                <Select {...ids} value={project} onChange={setProject} options={projects.map((each) => ({ value: each.project.id, label: projectNameOf(each.project, t) }))} />
              )}
            </Field>
          )}
        </div>
        {found === undefined ? (
          error ? (
            <Trouble error={error} onRetry={() => void refetch()} />
          ) : (
            <div role="status" aria-label={t("words.loading")} className={GRID}>
              {[0, 1, 2, 3, 4, 5].map((each) => (
                <Skeleton key={each} className="h-64 rounded-lg" />
              ))}
            </div>
          )
        ) : found.length === 0 ? (
          <EmptyState icon={LayoutTemplate} title={t("templates.nothing")} action={<Button onClick={() => setWords("")}>{t("templates.nothing.action")}</Button>} />
        ) : (
          <ul aria-label={t("templates.heading")} className={GRID}>
            {found.map((each) => (
              <li key={each.id} className="flex">
                <TemplateCard template={each} />
              </li>
            ))}
          </ul>
        )}
        {data !== undefined && data.problems.length > 0 && (
          <Section title={t("templates.problems")}>
            <ul aria-label={t("templates.problems")} className="flex flex-col gap-2 text-sm">
              {data.problems.map(({ source, place, findings }) => (
                <li key={`${source} ${place}`} className="flex items-start gap-2">
                  <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-text" />
                  <span className="min-w-0 wrap-anywhere text-muted">
                    <span className="font-mono text-fg">{place}</span>:{" "}
                    {findings.map((finding) => toldFinding(finding, t)).join("; ")}
                  </span>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
      {template !== undefined && <TemplateDialog key={template.id} template={template} project={project} onClose={() => go("/workflows/templates")} />}
    </Page>
  );
}

/** What is wrong with a file, with its line where that is known. */
function toldFinding(finding: WorkflowCheck["findings"][number], t: Translate): string {
  const { message } = findingOf(finding, t);
  return finding.line == null ? message : `${t("templates.line", { line: finding.line })} ${message}`;
}
