import { ArrowLeft, FileQuestion, Play } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import { useConductor } from "@/api";
import { useT } from "@/i18n";
import { EnvironmentBand, Page, RowsSkeleton, Trouble } from "@/stage";
import { Button, EmptyState } from "@/ui";
import { Notes } from "../Notes";
import { type Place, type Resident, residentAt, spotsOf } from "../places";
import { RunDialog } from "../run/RunDialog";
import { Sessions } from "../Sessions";
import { AgentFacts } from "./AgentFacts";
import { Pending } from "./Pending";

/** One resident agent: what it may, what it reaches, what it proposed, and running it from here. */
export function AgentPage({ place }: { readonly place: Place }) {
  const t = useT();
  const { data: view, error, refetch } = useConductor();
  const resident = view && residentAt(view, place);
  const back = (
    <Link href="/conductor" className="inline-flex items-center gap-1.5 rounded-sm text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("conductor.back")}
    </Link>
  );
  if (view === undefined || resident === undefined) {
    return (
      <Page wide title={place.agent} above={back}>
        {view !== undefined ? (
          <EmptyState icon={FileQuestion} title={t("conductor.missing")}>
            {t("conductor.missing.about")}
          </EmptyState>
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton count={5} />
        )}
      </Page>
    );
  }
  const { agent, environment, project } = resident;
  const spots = environment && project ? [{ environment: environment.name, project: project.key, isProtected: environment.protected }] : spotsOf(view);
  return (
    <Page wide title={agent.id} about={agent.description} above={back} aside={<RunHere resident={resident} spots={spots} />}>
      {environment?.protected && <EnvironmentBand name={environment.name} isProtected className="-my-2 rounded-lg" />}
      <Notes notes={agent.notes} home={view.home} className="-my-2" />
      <Sessions of={agent.ref} />
      {project?.project != null && <Pending agent={agent} project={project.project} isProtected={environment?.protected ?? false} />}
      <AgentFacts resident={resident} />
    </Page>
  );
}

interface RunHereProps {
  readonly resident: Resident;
  readonly spots: ReturnType<typeof spotsOf>;
}

function RunHere({ resident, spots }: RunHereProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { agent, project } = resident;
  const broken = agent.notes.some(({ severity }) => severity === "error") || project?.exists === false || spots.length === 0;
  return (
    <>
      <Button tone="primary" icon={Play} disabled={broken} onClick={() => setOpen(true)}>
        {t("conductor.run")}
      </Button>
      {open && <RunDialog agent={agent} spots={spots} onClose={() => setOpen(false)} />}
    </>
  );
}
