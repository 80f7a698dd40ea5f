import { useParams, useSearch } from "wouter";

import { AgentPage } from "./agent/AgentPage";
import { NewAgent } from "./creator/NewAgent";
import { Overview } from "./Overview";
import { WorkflowPage } from "./workflow/WorkflowPage";

interface Params {
  readonly part?: string;
  readonly environment?: string;
  readonly project?: string;
  readonly agent?: string;
}

/** Conductor: environments and the agents that live beside their projects; each agent, each workflow file on its page. */
export function ConductorScreen() {
  const { part, environment, project, agent } = useParams<Params & Record<string, string | undefined>>();
  const search = useSearch();
  if (part === "new") return <NewAgent />;
  if (part === "agents" && environment && project && agent) {
    const place = { environment: decodeURIComponent(environment), project: decodeURIComponent(project), agent: decodeURIComponent(agent) };
    return <AgentPage key={`${environment}/${project}/${agent}`} place={place} />;
  }
  const file = new URLSearchParams(search).get("file");
  if (part === "workflows" && file) return <WorkflowPage key={file} file={file} />;
  return <Overview />;
}
