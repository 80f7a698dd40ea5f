import { FileCog, FilePen, Plus } from "lucide-react";
import { Link } from "wouter";

import { type ConductorView, useConductor, useProposals } from "@/api";
import { useT } from "@/i18n";
import { Page, Rows, RowsSkeleton, Section, Trouble } from "@/stage";
import { RelativeTime, Row, Skeleton } from "@/ui";
import { AgentRow } from "./AgentRow";
import { EnvironmentCard } from "./EnvironmentCard";
import { NoHome } from "./NoHome";
import { Notes } from "./Notes";
import { isBare, ownNotes, proposerOf, workflowPath } from "./places";
import { Sessions } from "./Sessions";

/** Every environment with its projects and agents, what is under way, and what waits to be adopted. */
export function Overview() {
  const t = useT();
  const { data: view, error, refetch } = useConductor();
  const bare = view === undefined || isBare(view);
  return (
    <Page
      wide
      title={t("conductor.title")}
      about={t("conductor.about")}
      aside={
        !bare &&
        view.environments.length > 0 && (
          <Link
            href="/conductor/new"
            className="inline-flex h-7 items-center gap-1.5 rounded-sm bg-accent px-2.5 text-sm font-medium text-on-accent shadow-raised transition-colors duration-100 hover:bg-accent-hover"
          >
            <Plus aria-hidden className="size-3.5" />
            {t("conductor.new")}
          </Link>
        )
      }
    >
      {view === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <Skeleton className="h-24 rounded-lg" />
            <RowsSkeleton count={4} />
          </>
        )
      ) : bare ? (
        <NoHome />
      ) : (
        <Home view={view} />
      )}
    </Page>
  );
}

function Home({ view }: { readonly view: ConductorView }) {
  const t = useT();
  return (
    <>
      <Notes notes={ownNotes(view)} home={view.home} />
      <Sessions />
      <Waiting />
      {view.environments.length > 0 && (
        <div className="flex flex-col gap-5">
          {view.environments.map((environment) => (
            <EnvironmentCard key={environment.name} environment={environment} />
          ))}
        </div>
      )}
      {view.shared.length > 0 && (
        <Section title={t("conductor.shared")} about={t("conductor.shared.about")}>
          <Rows>
            {view.shared.map((agent) => (
              <AgentRow key={agent.id} agent={agent} />
            ))}
          </Rows>
        </Section>
      )}
      {view.workflows.length > 0 && (
        <Section title={t("conductor.workflows")} about={t("conductor.workflows.about")}>
          <Rows>
            {view.workflows.map((file) => (
              <Row
                key={file}
                href={workflowPath(file)}
                leading={<FileCog aria-hidden className="size-4 shrink-0 text-muted" />}
                title={<span className="font-mono text-xs">{file}</span>}
              />
            ))}
          </Rows>
        </Section>
      )}
      <p className="truncate font-mono text-2xs text-muted" title={view.home}>
        {view.home}
      </p>
    </>
  );
}

/** What agents proposed and nobody has looked at yet. */
function Waiting() {
  const t = useT();
  const { data: proposals = [] } = useProposals({});
  const theirs = proposals.filter((change) => proposerOf(change).split("/").length === 3);
  if (theirs.length === 0) return null;
  return (
    <Section title={t("conductor.waiting")} about={t("conductor.waiting.about")}>
      <Rows>
        {theirs.map((change) => (
          <Row
            key={change.id}
            href={`/conductor/agents/${proposerOf(change)}`}
            leading={<FilePen aria-hidden className="size-4 shrink-0 text-muted" />}
            title={<span className="font-mono text-xs">{change.entity.replace(/^file:[^/]*\//, "")}</span>}
            detail={proposerOf(change)}
            trailing={<RelativeTime iso={change.ts} />}
          />
        ))}
      </Rows>
    </Section>
  );
}
