import { useParams } from "wouter";

import { AgentList } from "./AgentList";
import { AgentPage } from "./AgentPage";
import { NewAgent } from "./NewAgent";

/** Agents: who can be asked, and each on its own page. */
export function AgentsScreen() {
  const { id } = useParams<{ id?: string }>();
  if (id === undefined) return <AgentList />;
  return id === "new" ? <NewAgent /> : <AgentPage key={id} id={id} />;
}
