import { Link } from "wouter";

import { type PlanView, useProjects } from "@/api";
import { useT } from "@/i18n";

interface PlanOffersProps {
  readonly view: PlanView;
  /** Whether the plan's own page shows them: then the editor is the one of this machine. */
  readonly here?: boolean;
}

const LOOK = "w-fit rounded-sm text-sm underline-offset-2 hover:underline";

/** What one may want of a plan that is complete: to look at its file, or to have it carried out. */
export function PlanOffers({ view: { plan, path }, here = false }: PlanOffersProps) {
  const t = useT();
  if (plan.status !== "ready" || path === null || plan.app !== "planner") return null;
  return (
    <div role="group" aria-label={t("plans.offer")} className="flex flex-col gap-1">
      {here ? (
        <OwnEditor project={plan.project} path={path} />
      ) : (
        <Link href={`/plans/${plan.id}`} className={LOOK}>
          {t("plans.offer.open")}
        </Link>
      )}
      <Link href={`/plans/${plan.id}?send`} className={LOOK}>
        {t("plans.offer.send")}
      </Link>
    </div>
  );
}

/** Opens the file in the editor of this machine. */
function OwnEditor({ project, path }: { readonly project: string; readonly path: string }) {
  const t = useT();
  const { data: projects = [] } = useProjects();
  const root = projects.find((each) => each.project.id === project)?.project.root;
  if (root === undefined) return null;
  return (
    <a href={`vscode://file${encodeURI(`${root.replace(/\/$/, "")}/${path}`)}`} className={LOOK}>
      {t("plans.offer.open")}
    </a>
  );
}
