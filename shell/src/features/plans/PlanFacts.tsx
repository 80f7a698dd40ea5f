import { Link } from "wouter";

import { type PlanView, useProjects } from "@/api";
import { projectNameOf, useT } from "@/i18n";
import { planDotOf } from "@/plans/standing";
import { CopyButton, RelativeTime, StatusDot } from "@/ui";

/** A plan in one line: how it stands, which version, where it is kept, and its run. */
export function PlanFacts({ view: { plan, path } }: { readonly view: PlanView }) {
  const t = useT();
  const { data: projects = [] } = useProjects();
  const project = projects.find((each) => each.project.id === plan.project)?.project;
  const whole = path === null || project === undefined ? path : `${project.root.replace(/\/$/, "")}/${path}`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-muted">
      <span role="status" className="inline-flex items-center gap-2 font-medium text-fg">
        <StatusDot status={planDotOf(plan.status)} />
        {t(`plans.status.${plan.status}`)}
      </span>
      <span className="tabular-nums">{t("plans.version", { version: plan.version })}</span>
      <span>
        <RelativeTime iso={plan.updated_at} />
      </span>
      {project && (
        <Link href={`/projects/${project.id}`} className="rounded-sm hover:text-fg">
          {projectNameOf(project, t)}
        </Link>
      )}
      {plan.run && (
        <Link href={`/runs/${plan.run.run_id}`} className="rounded-sm text-accent-text underline-offset-2 hover:underline">
          {t("plans.run.open")}
        </Link>
      )}
      {whole && (
        <span className="inline-flex min-w-0 items-center gap-1">
          <code className="min-w-0 truncate font-mono text-xs" title={whole}>
            {path}
          </code>
          <CopyButton text={whole} label={t("plans.path.copy")} />
        </span>
      )}
    </div>
  );
}
